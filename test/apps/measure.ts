import { ApiObject, App, Chart, Testing, Yaml } from 'cdk8s';
import { APPS, RealisticApp } from './apps';
import { StartupOrder, StartupPlan } from '../../src';
import { AGENT_DIR } from '../../src/agent/contract';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { findWorkloads, formatTitle } from '../../tools/read/find-workloads';

export interface AppFacts {
  readonly title: string;
  readonly plans: readonly StartupPlan[];
  /** The text of `explainAll`. */
  readonly explained: string;
  readonly objects: readonly any[];
  /** The most init containers, without native sidecars, that one pod has more than without the order. */
  readonly addedInitContainers: number;
  readonly addedObjects: number;
  readonly addedLines: number;
  readonly hasAgent: boolean;
}

/** The chart of an app. `context`: what the whole app states, such as `{ kubernetesVersion: '1.33' }`. */
export function chartOf({ build }: RealisticApp, context: Readonly<Record<string, unknown>> = {}): Chart {
  const app = new App({ outdir: Testing.app().outdir });
  for (const [key, value] of Object.entries(context)) { app.node.setContext(`cdk8s-startup-order:${key}`, value); }
  const chart = new Chart(app, 'app');
  build(chart);
  return chart;
}

/** Synthesizes an app, and compares it with the same constructs without the order. */
export function measure(app: RealisticApp): AppFacts {
  const chart = chartOf(app);
  // This library replaces `toJson` of each ordered object. Its class still writes the manifest without the order.
  const apiObjects = chart.node.findAll().filter(construct => ApiObject.isApiObject(construct));
  const plain = apiObjects.map(object => Object.getPrototypeOf(object).toJson.call(object));
  const objects = Testing.synth(chart);
  const before = countInitContainers(plain);
  const added = [...countInitContainers(objects)].map(([workload, count]) => count - before.get(workload)!);
  return {
    title: app.title,
    plans: StartupOrder.planAll(chart),
    explained: StartupOrder.explainAll(chart),
    objects,
    addedInitContainers: Math.max(...added),
    addedObjects: objects.length - plain.length,
    addedLines: countLines(objects) - countLines(plain),
    hasAgent: JSON.stringify(objects).includes(AGENT_DIR),
  };
}

export function measureAll(): AppFacts[] { return APPS.map(measure); }

/** Counts the init containers of each pod, without native sidecars. */
function countInitContainers(objects: readonly any[]): Map<string, number> {
  return new Map(objects.flatMap(findWorkloads).map(workload => {
    const { initContainers = [] } = workload.template.spec as PodSpecJson;
    return [formatTitle(workload), initContainers.filter(c => c.restartPolicy !== 'Always').length];
  }));
}

/** Each binary of the agent is one long line of base64. */
function countLines(objects: readonly any[]): number {
  let lines = 0;
  for (const object of objects) { lines += Yaml.stringify(object).trimEnd().split('\n').length; }
  return lines;
}
