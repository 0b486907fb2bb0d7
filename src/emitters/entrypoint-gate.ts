import { awaitedArguments } from './init-container';
import { SCRIPT_IN_COMMAND } from './wait-agent';
import { escapeForExpansion, GATE_KEY, gateFile, WAIT_AGENT } from '../agent/contract';
import { GateDecision } from '../model/private/pod-plan';
import { ContainerJson } from '../model/private/pod-spec';

/** The command of a container behind its gate. What the user wrote stands at the end as it was, `$(VAR)` included; `args` stay where they are. */
export function gatedCommand({ container, usesInstalledAgent, awaited }: GateDecision, { command }: ContainerJson): string[] {
  const file = gateFile(container);
  const marks = usesInstalledAgent ? [[`--reset=${file}`], [`--mark=${GATE_KEY}:${file}`]] : [[], []];
  const words = [...marks[0], ...awaitedArguments(awaited), ...marks[1]];
  return [
    ...(usesInstalledAgent ? [WAIT_AGENT] : ['sh', '-c', SCRIPT_IN_COMMAND, 'wait-agent']),
    ...words.map(escapeForExpansion),
    '--',
    ...command!,
  ];
}
