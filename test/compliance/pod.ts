import { ApiObject, Chart, Duration, Testing, Yaml } from 'cdk8s';
import { Column, Subject, SUBJECTS } from './subjects';
import { PlannedDependency, StartupOrder, StartupOrderOptions, StartupPlan } from '../../src';
import { AGENT_INSTALLER } from '../../src/agent/contract';
import { explain } from '../../src/report/explain';
import { errorOf, manifestsOf, podSpecOf } from '../constructs/manifests';
import { box, ContainerJson, PodSpecJson } from '../dsl';

/** The additions of a behaviour to the pod in which 'app' waits for 'dep'; 'app' is declared first. */
export interface Setup {
  readonly app?: Partial<ContainerJson>;
  readonly dep?: Partial<ContainerJson>;
  readonly spec?: Partial<PodSpecJson>;
  /** The dependency is declared, but its container is missing. */
  readonly withoutDep?: true;
  /** 'app' waits for a container 'second', too. */
  readonly withSecond?: true;
  /** The pod contains a container 'free' without dependencies and dependents. */
  readonly withFree?: true;
  readonly edge?: { readonly timeoutSeconds?: number; readonly onTimeout?: string; readonly required?: boolean };
  readonly options?: StartupOrderOptions;
  readonly kind?: string;
}

/** An ordered pod. */
export interface OrderedPod {
  readonly column: Column;
  readonly subject: Subject;
  /** The manifests without and with the library. */
  readonly given: PodSpecJson;
  readonly spec: PodSpecJson;
  readonly plan: StartupPlan;
  readonly edge: PlannedDependency | undefined;
  readonly explained: string;
  /** The manifests of repeated synths. */
  readonly yaml: readonly [string, string];
}

const SPEC_PATHS: Readonly<Record<string, readonly string[]>> = { Pod: ['spec'], CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'] };
const APIS: Readonly<Record<string, string>> = { Pod: 'v1', Job: 'batch/v1', CronJob: 'batch/v1' };

export function orderedPod(column: Column, setup: Setup = {}): OrderedPod {
  const subject = SUBJECTS[column];
  const { chart, order } = declared(subject, setup);
  const [first, second] = [manifestsOf(chart), manifestsOf(chart)];
  const plan = order.plan();
  return {
    column,
    subject,
    given: podSpecOf(manifestsOf(undeclared(subject, setup))[0]),
    spec: podSpecOf(first[0]),
    plan,
    edge: plan.dependencies.find(d => d.dependent === 'app' && d.dependency === 'dep'),
    explained: explain(plan, { detail: true, width: 1000 }),
    yaml: [Yaml.stringify(...first), Yaml.stringify(...second)],
  };
}

/** Returns the error codes of the pod. */
export function refusals(column: Column, setup: Setup = {}): string[] {
  const message = errorOf(() => manifestsOf(declared(SUBJECTS[column], setup).chart));
  return [...message.matchAll(/\[(SO\d+)\]$/gm)].map(([, code]) => code);
}

/** Returns the name of the container that represents the dependency in the list. */
export function awaited({ subject }: OrderedPod, name = 'dep'): string { return subject.outside ? `wait-for-${name}` : name; }

export function startOrderOf({ spec }: OrderedPod): string[] { return all(spec).map(c => c.name); }

export function container(spec: PodSpecJson, name: string): ContainerJson { return all(spec).find(c => c.name === name)!; }

export function all(spec: PodSpecJson): ContainerJson[] { return [...spec.initContainers ?? [], ...spec.containers ?? []]; }

/** Returns the containers that the library has added. */
export function injected({ given, spec }: OrderedPod): ContainerJson[] {
  const names = new Set(all(given).map(c => c.name));
  return all(spec).filter(c => !names.has(c.name));
}

/** Returns the containers that delay a container until its dependencies are ready. */
export function heldBy(pod: OrderedPod, name: string): string[] {
  const order = all(pod.spec);
  const inInit = new Set(pod.spec.initContainers);
  const waits = new Set(injected(pod).filter(c => c.name !== AGENT_INSTALLER));
  return order.slice(0, order.findIndex(c => c.name === name))
    .filter(c => waitsInHook(c) || (inInit.has(c) && c.startupProbe) || waits.has(c)).map(c => c.name);
}

/** A hook may also only empty a marker file and start an agent that waits. */
function waitsInHook({ lifecycle }: ContainerJson): boolean {
  const words = lifecycle?.postStart?.exec?.command ?? [];
  const behind = words.findIndex(word => word.startsWith('--linger='));
  return (behind === -1 ? words : words.slice(0, behind)).some(word => word.startsWith('--for='));
}

function declared(subject: Subject, setup: Setup): { chart: Chart; order: StartupOrder } {
  const chart = undeclared(subject, setup);
  const { timeoutSeconds, ...edge } = setup.edge ?? {};
  const timeout = timeoutSeconds === undefined ? undefined : Duration.seconds(timeoutSeconds);
  const order = StartupOrder.of(chart, { kubernetesVersion: subject.kubernetesVersion, architecture: 'amd64', ...setup.options });
  for (const name of setup.withSecond ? ['dep', 'second'] : ['dep']) {
    if (!setup.withoutDep && !subject.outside) { order.declare(name, subject.dependency); }
    order.declare('app', { dependsOn: [subject.on(name, { ...edge, timeout, mechanism: subject.mechanism })] });
  }
  return { chart, order };
}

/** The workload alone, frozen: a change of the input throws. */
function undeclared(subject: Subject, { app, dep, spec, withoutDep, withSecond, withFree, kind = 'Pod' }: Setup): Chart {
  const containers = [
    box('app', { ...(subject.command ? { command: subject.command } : {}), ...app }),
    ...(withFree ? [box('free')] : []),
    ...(withoutDep || subject.outside ? [] : [box('dep', dep), ...(withSecond ? [box('second', dep)] : [])]),
  ];
  const chart = Testing.chart();
  const workload = new ApiObject(chart, 'workload', manifest(kind, { containers, ...spec }));
  const { toJson } = workload;
  workload.toJson = () => frozen(toJson.call(workload));
  return chart;
}

function manifest(kind: string, podSpec: PodSpecJson) {
  const path = SPEC_PATHS[kind] ?? ['spec', 'template', 'spec'];
  return { apiVersion: APIS[kind] ?? 'apps/v1', kind, ...path.reduceRight<object>((inner, key) => ({ [key]: inner }), podSpec) };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) { Object.values(Object.freeze(value)).forEach(frozen); }
  return value;
}
