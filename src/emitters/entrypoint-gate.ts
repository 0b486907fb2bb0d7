import { stepArguments } from './wait-steps';
import { escapeForExpansion, GATE_KEY, gateFile, lockFile, WAIT_AGENT } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { GateDecision } from '../model/private/pod-plan';
import { ContainerJson } from '../model/private/pod-spec';

/** The command of a container after its gate. The user's command stands at the end as it was, `$(VAR)` included; `args` stay where they are. */
export function gatedCommand(decision: GateDecision, { command }: ContainerJson): string[] {
  const { container, awaited, locks, endsBehind, marksEnd, quits } = decision;
  const [gate, lock] = [gateFile(container), lockFile(container)];
  const waits = awaited.length > 0;
  const words = [
    ...(locks || marksEnd ? [`--lock=${lock}`] : []),
    ...(waits ? [`--reset=${gate}`] : []),
    ...stepArguments(awaited, { retries: false }),
    // The gate is open also where a wait ended with its limit.
    ...(awaited.at(-1)?.onTimeout === OnTimeout.CONTINUE ? ['--then'] : []),
    ...(waits ? [`--mark=${gate}:${GATE_KEY}`] : []),
    ...(marksEnd ? [`--ends=${lock}`] : []),
    ...endsBehind.map(e => `--until=${lockFile(e.container)}:${e.condition}`),
    ...(quits ? [`--quit=${quits.url}`, ...quits.behind.map(e => `--after=${lockFile(e.container)}:${e.condition}`)] : []),
  ];
  return [WAIT_AGENT, ...words.map(escapeForExpansion), '--', ...command!];
}
