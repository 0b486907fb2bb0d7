import { agentArguments } from './check-words';
import { runsAgent } from './wait-agent';
import { lockFile } from '../agent/contract';
import { SCRIPT } from '../agent/script';
import { AgentSource } from '../model/private/agent-source';
import { PreStopDecision } from '../model/private/pod-plan';
import { HandlerJson } from '../model/private/pod-spec';
import { AgentSettings } from '../model/private/settings';

/** A preStop hook that waits until other containers have ended, and does then what the user's own does. Nothing is escaped: it is a hook. */
export function preStopHook({ container, after, runThen, sleepThen }: PreStopDecision, agent: AgentSource, settings: AgentSettings): HandlerJson {
  return {
    exec: {
      command: [
        ...runsAgent(agent, SCRIPT, settings),
        ...after.map(dependent => `--unlocked=${lockFile(dependent)}`),
        ...(runThen ? [`--run-first=${runThen.length}`, ...runThen] : []),
        ...(sleepThen === undefined ? [] : agentArguments(container, { kind: 'delay', seconds: sleepThen })),
      ],
    },
  };
}
