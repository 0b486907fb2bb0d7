import { ApiObject, App, Chart, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Added, ManifestSize, Variant } from './results';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck } from '../../src';
import { Guarantee } from '../../src/api/enums';

type Add = (chart: Chart, id: string) => void;

const plainCache = { name: 'cache', image: 'redis:7' };
/** A regular container, so that the wait agent enforces the order. */
const cache = { ...plainCache, role: ContainerRole.APP };
const web = { name: 'web', image: 'shop/web:7' };

/** Adds one workload of each variant. */
export const VARIANTS: Readonly<Record<Variant, () => Add>> = {
  ordered: () => addOrdered,
  byHand: addByHand,
  native: () => addNative,
  plain: () => addPlain,
};

/** Creates the constructs of an app, and returns its YAML. */
export function synth(workloads: number, add: Add): string {
  const app = new App();
  const chart = chartOfNodes(app);
  for (let i = 0; i < workloads; i++) {
    add(chart, `w${i}`);
  }
  return app.synthYaml();
}

function addOrdered(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    orderedContainers: [
      { ...web, dependsOn: [Dependency.on('cache', { guarantee: Guarantee.BEST_EFFORT })] },
      { ...cache, readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  });
}

/** With nothing stated, `cache` becomes a native sidecar: the kubelet enforces the order. */
function addNative(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    orderedContainers: [
      { ...web, dependsOn: [Dependency.on('cache')] },
      { ...plainCache, readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  });
}

function addPlain(chart: Chart, id: string): void {
  new kplus.Deployment(chart, id, { containers: [plainCache, web] });
}

/**
 * The manifest of `addOrdered`, written by hand with the classes of cdk8s-plus. They do not support projected volumes,
 * so this code calls the constructor of Volume like a subclass.
 */
function addByHand(): Add {
  const chart = chartOfNodes(new App());
  addOrdered(chart, 'w');
  const [
    configMap,
    {
      spec: {
        template: { metadata, spec },
      },
    },
  ] = chart.toJson();
  const [{ name, ...source }] = spec.volumes;
  const path = spec.containers[0].volumeMounts[0].mountPath;
  return (scope, id) => {
    if (!scope.node.tryFindChild('agent')) {
      new ApiObject(scope, 'agent', configMap);
    }
    const agent = new (
      kplus.Volume as unknown as new (
        scope: Chart,
        id: string,
        name: string,
        source: object,
      ) => kplus.Volume
    )(scope, `${id}-agent`, name, source);
    new kplus.Deployment(scope, id, {
      podMetadata: { annotations: metadata.annotations },
      volumes: [agent],
      containers: [
        {
          ...plainCache,
          lifecycle: { postStart: kplus.Handler.fromCommand(spec.containers[0].lifecycle.postStart.exec.command) },
          volumeMounts: [{ path, volume: agent, readOnly: true }],
        },
        web,
      ],
    });
  };
}

/** Nodes of one architecture, so that no init container copies the agent. */
function chartOfNodes(app: App): Chart {
  app.node.setContext('cdk8s-startup-order:architecture', 'amd64');
  return new Chart(app, 'chart');
}

/** The mechanisms that write the agent into a pair of app containers. */
const PAIRS: Readonly<
  Record<keyof Added, { readonly webCommand?: string[]; readonly guarantee: Guarantee; readonly envFiles?: boolean }>
> = {
  gate: { webCommand: ['/web'], guarantee: Guarantee.EVERY_START },
  hook: { guarantee: Guarantee.BEST_EFFORT },
  // Not the version 1.35, which the workload would record.
  guard: { guarantee: Guarantee.FAIL_CLOSED, envFiles: true },
};

/**
 * Returns the bytes and lines that an order adds to the manifest of a workload of two containers. The ConfigMap does
 * not count: a chart contains one ConfigMap for all workloads. The containers are declared in the order of their start,
 * so the order adds no annotation.
 */
export function measureAdded(): Added {
  const { gate, hook, guard } = PAIRS;
  return { gate: measurePair(gate), hook: measurePair(hook), guard: measurePair(guard) };
}

function measurePair({ webCommand, guarantee, envFiles }: (typeof PAIRS)[keyof Added]): ManifestSize {
  const size = (dependsOn: Dependency[]) => {
    const chart = chartOfNodes(new App());
    new OrderedDeployment(chart, 'w', {
      orderedContainers: [
        { ...cache, readyWhen: ReadyCheck.tcpSocket(6379) },
        { ...web, command: webCommand, dependsOn },
      ],
      ...(envFiles ? { startupOrder: { capabilities: { envFiles } } } : {}),
    });
    const yaml = Yaml.stringify(chart.toJson().find(object => object.kind === 'Deployment'));
    return { bytes: Buffer.byteLength(yaml), lines: yaml.split('\n').length - 1 };
  };
  const [ordered, plain] = [size([Dependency.on('cache', { guarantee })]), size([])];
  return { bytes: ordered.bytes - plain.bytes, lines: ordered.lines - plain.lines };
}
