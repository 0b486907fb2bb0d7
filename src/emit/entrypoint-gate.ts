import { stepArguments } from './step-args';
import { escapeForExpansion, gateFile, lockFile, WAIT_AGENT } from '../agent/contract';
import { ContainerJson } from '../api/private/pod-spec';
import { GateDecision } from '../pod/pod-plan';

/** The command of a container after its gate. The user's command stands at the end as it was, `$(VAR)` included; `args` stay where they are. */
export function gatedCommand(decision: GateDecision, { command }: ContainerJson): string[] {
  const { container, awaited, locks, endsBehind, marksEnd, quits } = decision;
  const lock = lockFile(container);
  const words = [
    ...(locks || marksEnd ? [`--lock=${lock}`] : []),
    ...(awaited.length > 0 ? [`--gate=${gateFile(container)}`] : []),
    ...stepArguments(awaited, { retries: false }),
    ...(marksEnd ? [`--ends=${lock}`] : []),
    ...endsBehind.map(e => `--until=${lockFile(e.container)}:${e.condition}`),
    ...(quits ? [`--quit=${quits.url}`, ...quits.behind.map(e => `--after=${lockFile(e.container)}:${e.condition}`)] : []),
  ];
  return [WAIT_AGENT, ...words.map(escapeForExpansion), '--', ...command!];
}
