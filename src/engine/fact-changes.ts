import { describeCommandRemedy, UnknownCommand } from '../api/private/command-remedy';
import { NEWEST_MINOR } from '../api/private/kubernetes-versions';
import { PodTemplateJson } from '../api/private/pod-spec';
import { AgentDelivery, StartupOrderOptions } from '../api/startup-order-options';
import { PodPlan } from '../pod/pod-plan';
import { OrderSettings } from '../pod/settings';

/** A change of one fact about the nodes or the images. A plan with the change shows its effect. */
export interface FactChange {
  /** The kind of the fact, the same for all workloads. */
  readonly fact: string;
  /** An imperative clause for this workload. */
  readonly text: string;
  readonly options: Pick<StartupOrderOptions, 'kubernetesVersion' | 'architecture'>;
  /** Containers whose command becomes known. */
  readonly commandsOf: readonly string[];
}

/** Returns the changes of facts that are not yet at their best: newer nodes, known commands of dependents, a known architecture. */
export function listFactChanges({ edges, agent }: PodPlan, settings: OrderSettings): FactChange[] {
  const newest = `1.${NEWEST_MINOR}`;
  const unknown = new Map<string, UnknownCommand>();
  for (const remedy of edges.flatMap(e => e.findRemedies())) {
    if (remedy.kind === 'command') { unknown.set(remedy.container.name, remedy.container); }
  }
  const copies = agent?.delivery === AgentDelivery.COPY && settings.agent.delivery === undefined && settings.architecture === undefined;
  return [
    ...(settings.target.version === newest ? []
      : [{ fact: 'newer nodes', text: `plan for nodes of Kubernetes ${newest} or newer (\`kubernetesVersion\`)`, options: { kubernetesVersion: newest }, commandsOf: [] }]),
    ...(unknown.size === 0 ? []
      : [{ fact: 'known commands', text: describeCommandRemedy([...unknown.values()]), options: {}, commandsOf: [...unknown.keys()] }]),
    ...(copies ? [{ fact: 'a known architecture', text: "specify the architecture of the nodes (`architecture: 'amd64'`)", options: { architecture: 'amd64' }, commandsOf: [] }] : []),
  ];
}

/** Adds a command to the containers whose command becomes known. Old nodes start sidecars of the list `initContainers` as app containers. */
export function withKnownCommands(template: PodTemplateJson, names: readonly string[]): PodTemplateJson {
  if (names.length === 0) { return template; }
  const { initContainers, containers } = template.spec;
  const addTo = (list: typeof containers) => list?.map(c => names.includes(c.name!) ? { ...c, command: ['/command'] } : c);
  const spec = { ...template.spec, ...initContainers ? { initContainers: addTo(initContainers) } : {}, containers: addTo(containers) };
  return { ...template, spec };
}
