import { awaitedArguments } from './init-container';
import { limitArguments, SCRIPT_IN_COMMAND } from './wait-agent';
import { endFile, escapeForExpansion, GATE_KEY, gateFile, WAIT_AGENT } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { GateDecision } from '../model/private/pod-plan';
import { ContainerJson } from '../model/private/pod-spec';

/** The command of a container behind its gate. What the user wrote stands at the end as it was, `$(VAR)` included; `args` stay where they are. */
export function gatedCommand({ container, usesInstalledAgent, awaited, marksEnd }: GateDecision, { command }: ContainerJson): string[] {
  const [gate, end] = [gateFile(container), endFile(container)];
  const marksGate = usesInstalledAgent && awaited.length > 0;
  const words = [
    ...(marksEnd ? [`--reset=${end}`] : []),
    ...(marksGate ? [`--reset=${gate}`] : []),
    ...awaitedArguments(awaited),
    ...(marksGate ? [...markAnyway(awaited), `--mark=${GATE_KEY}:${gate}`] : []),
    ...(marksEnd ? [`--ends=${end}`] : []),
  ];
  return [
    ...(usesInstalledAgent ? [WAIT_AGENT] : ['sh', '-c', SCRIPT_IN_COMMAND, 'wait-agent']),
    ...words.map(escapeForExpansion),
    '--',
    ...command!,
  ];
}

/** A wait that is given up leaves out the marks behind it, up to the next limit; but the gate is open then. */
function markAnyway(awaited: GateDecision['awaited']): string[] {
  return awaited[awaited.length - 1].onTimeout === OnTimeout.CONTINUE ? limitArguments(0, OnTimeout.FAIL) : [];
}
