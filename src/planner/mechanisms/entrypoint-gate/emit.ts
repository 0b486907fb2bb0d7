import { escapeForExpansion, gateFile, lockFile } from '../../../agent/contract';
import { ContainerJson } from '../../../api/private/pod-spec';
import { GatePlan } from '../../../pod/pod-plan';
import { writeSteps } from '../../../pod/step-args';

/**
 * Returns the command of a container with a gate. The user's command comes last, unchanged, with its `$(VAR)`. The
 * command of an image is escaped, because Kubernetes would expand it in a manifest. Its arguments become `args` if the
 * manifest has none.
 */
export function writeGatedCommand(
  gate: GatePlan,
  { name: container, command = [] }: ContainerJson,
  program: string,
): Pick<ContainerJson, 'command' | 'args'> {
  const { awaited, locks, endsAfter, stopSignal, marksEnd, quits, imageCommand } = gate;
  const lock = lockFile(container);
  const words = [
    ...(locks || marksEnd ? [`--lock=${lock}`] : []),
    ...(awaited.length > 0 ? [`--gate=${gateFile(container)}`] : []),
    ...writeSteps(awaited, { retries: false }),
    ...(marksEnd ? [`--ends=${lock}`] : []),
    ...endsAfter.map(e => `--until=${lockFile(e.container)}:${e.condition}`),
    ...(stopSignal ? [`--stop-signal=${stopSignal}`] : []),
    ...(quits
      ? [`--quit=${quits.url}`, ...quits.after.map(e => `--after=${lockFile(e.container)}:${e.condition}`)]
      : []),
  ];
  const own = imageCommand === undefined ? command : imageCommand.command.map(escapeForExpansion);
  return {
    command: [program, ...words.map(escapeForExpansion), '--', ...own],
    ...(imageCommand?.args ? { args: imageCommand.args.map(escapeForExpansion) } : {}),
  };
}
