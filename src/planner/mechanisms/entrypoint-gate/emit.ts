import { escapeForExpansion, gateFile, lockFile, WAIT_AGENT } from '../../../agent/contract';
import { ContainerJson } from '../../../api/private/pod-spec';
import { GatePlan } from '../../../pod/pod-plan';
import { writeSteps } from '../../../pod/step-args';

/** Returns the command of a container with a gate. The user's command comes last, unchanged, with its `$(VAR)`. The field `args` does not change. */
export function writeGatedCommand({ awaited, locks, endsAfter, marksEnd, quits }: GatePlan, { name: container, command }: ContainerJson): string[] {
  const lock = lockFile(container);
  const words = [
    ...(locks || marksEnd ? [`--lock=${lock}`] : []),
    ...(awaited.length > 0 ? [`--gate=${gateFile(container)}`] : []),
    ...writeSteps(awaited, { retries: false }),
    ...(marksEnd ? [`--ends=${lock}`] : []),
    ...endsAfter.map(e => `--until=${lockFile(e.container)}:${e.condition}`),
    ...(quits ? [`--quit=${quits.url}`, ...quits.after.map(e => `--after=${lockFile(e.container)}:${e.condition}`)] : []),
  ];
  return [WAIT_AGENT, ...words.map(escapeForExpansion), '--', ...command!];
}
