import { App, AppProps, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import * as yaml from 'yaml';
import { Dependency, OrderedContainerProps, OrderedDeployment, OrderedPod, ReadyCheck } from '../../src';

/** An app for a cluster whose nodes have one architecture: the agent comes from a ConfigMap, without an init container. */
export function testApp(props: AppProps = {}): App {
  const app = new App({ outdir: Testing.app().outdir, ...props });
  app.node.setContext('cdk8s-startup-order:architecture', 'amd64');
  return app;
}

/** Returns the pod template of a manifest of any kind; for a Pod, the manifest itself. */
export function podTemplateOf(manifest: any): any {
  const { kind, spec } = manifest;
  return kind === 'Pod' ? manifest : kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template;
}

export function podSpecOf(manifest: any): any { return podTemplateOf(manifest).spec; }

/** The manifests of a chart without the ConfigMaps of the wait agent. */
export function manifestsOf(chart: Chart): any[] { return withoutAgent(Testing.synth(chart)); }

function withoutAgent(manifests: any[]): any[] {
  return manifests.filter(({ kind, metadata }) => kind !== 'ConfigMap' || !metadata.name.startsWith('startup-order-wait-'));
}

/** Returns the only manifest of the chart with a pod spec. */
export function workloadOf(chart: Chart): any {
  const [workload, ...others] = manifestsOf(chart).filter(m => podTemplateOf({ spec: {}, ...m })?.spec?.containers);
  if (!workload || others.length > 0) { throw new Error('the chart has not exactly one workload'); }
  return workload;
}

export function names(containers: any[] | undefined): string[] { return (containers ?? []).map(c => c.name); }

/** Returns the wait of a container: the words after the agent, or the whole hook. */
export function hookOf(container: any): string[] | undefined { return container.lifecycle?.postStart?.exec?.command; }

/** The containers in start order, without injected containers. */
export function startOrder(manifest: any): string[] {
  const { initContainers, containers } = podSpecOf(manifest);
  return [...names(initContainers), ...names(containers)].filter(n => n !== 'install-wait-agent');
}

export function containerOf(manifest: any, name: string): any {
  const { initContainers, containers } = podSpecOf(manifest);
  return [...initContainers ?? [], ...containers].find((c: any) => c.name === name);
}

export function parsedYaml(app: App): any[] { return withoutAgent(yaml.parseAllDocuments(app.synthYaml()).map(d => d.toJS())); }

/** The text of the one error that `run` throws. */
export function errorOf(run: () => unknown): string {
  try { run(); } catch (e) { return (e as Error).message; }
  throw new Error('nothing was thrown');
}

/** Returns the stderr output of `run`. The output does not reach the terminal. */
export function stderrOf(run: () => unknown): string {
  const written: string[] = [];
  const spy = jest.spyOn(process.stderr, 'write').mockImplementation(text => {
    written.push(String(text));
    return true;
  });
  try { run(); } finally { spy.mockRestore(); }
  return written.join('');
}

/** 'app' needs 'proxy', which becomes a native sidecar if its role is not stated. */
export const appOnProxy = (proxy: Partial<OrderedContainerProps> = {}, app: Partial<OrderedContainerProps> = {}): OrderedContainerProps[] => [
  { name: 'app', image: 'shop/web:7', dependsOn: [Dependency.on('proxy')], ...app },
  { name: 'proxy', image: 'shop/proxy:2', readyWhen: ReadyCheck.tcpSocket(8080), ...proxy },
];

/** Adds a container to the workload, and its order by its name. */
export function addOrdered(workload: OrderedPod | OrderedDeployment, container: OrderedContainerProps): kplus.Container {
  const { dependsOn, readyWhen, stopsWithin, expectedReadyIn, role, ...plain } = container;
  workload.startupOrder.declare(container.name ?? 'main', { dependsOn, readyWhen, stopsWithin, expectedReadyIn, role });
  return workload.addContainer(plain);
}
