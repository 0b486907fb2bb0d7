import { awaitedArguments } from './init-container';
import { limitArguments, runsAgent, SCRIPT_IN_COMMAND } from './wait-agent';
import { endFile, escapeForExpansion, GATE_KEY, gateFile, lockFile } from '../agent/contract';
import { OnTimeout } from '../model/on-timeout';
import { GateDecision } from '../model/private/pod-plan';
import { ContainerJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/** The command of a container behind its gate. What the user wrote stands at the end as it was, `$(VAR)` included; `args` stay where they are. */
export function gatedCommand(decision: GateDecision, { command }: ContainerJson, settings: AgentSettings): string[] {
  const { container, agent, awaited, locks, endsBehind, marksEnd, quits } = decision;
  const [gate, end] = [gateFile(container), endFile(container)];
  const marksGate = agent !== 'ownShell' && awaited.length > 0;
  const words = [
    ...(locks ? [`--lock=${lockFile(container)}`] : []),
    ...(marksEnd ? [`--reset=${end}`] : []),
    ...(marksGate ? [`--reset=${gate}`] : []),
    ...awaitedArguments(awaited),
    ...(marksGate ? [...markAnyway(awaited), `--mark=${GATE_KEY}:${gate}`] : []),
    ...(marksEnd ? [`--ends=${end}`] : []),
    ...endsBehind.map(e => `--until=${e.condition}:${endFile(e.container)}`),
    ...(quits ? [`--quit=${quits.url}`, ...quits.behind.map(e => `--behind=${e.condition}:${endFile(e.container)}`)] : []),
  ];
  return [
    ...runsAgent(agent, SCRIPT_IN_COMMAND, settings),
    ...words.map(escapeForExpansion),
    '--',
    ...command!,
  ];
}

/** A wait that is given up leaves out the marks behind it, up to the next limit; but the gate is open then. */
function markAnyway(awaited: GateDecision['awaited']): string[] {
  return awaited[awaited.length - 1].onTimeout === OnTimeout.CONTINUE ? limitArguments(0, OnTimeout.FAIL) : [];
}
