/** Pod specs as a webhook receives them. */
type Spec = any;

/** A change of pods by a webhook. */
export interface Damage {
  readonly describes: string;
  /** A report of such a webhook. */
  readonly source: string;
  /** The parts that the messages of the policy name, by the first minor version with this message; empty: the policy admits the pod. */
  readonly missing: readonly { readonly text: string; readonly from?: number; readonly before?: number }[];
  readonly change: (spec: Spec) => Spec;
}

const INJECTED = { image: 'registry.local/injected:1', resources: {} };

/** The changes that the webhook of this suite makes, by the value of the label `webhook` of a pod. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  none: {
    describes: 'changes nothing', source: '', missing: [], change: spec => spec,
  },
  strip: {
    describes: 'removes restartPolicy from init containers, as a program with old client types does',
    source: 'actions-runner-controller#4144',
    missing: [{ text: "'proxy' has no restartPolicy: Always" }],
    // The API server itself refuses probes and hooks of ordinary init containers.
    change: spec => ({
      ...spec,
      initContainers: spec.initContainers?.map(({ restartPolicy: _policy, startupProbe: _startup, lifecycle: _hooks, ...rest }: any) => rest),
    }),
  },
  front: {
    describes: 'injects a proxy as the first entry, and moves native sidecars before ordinary init containers',
    source: 'istio#53920, #54575',
    missing: [{ text: "'migrate' is not before 'proxy' in initContainers" }],
    change: spec => {
      const init: any[] = spec.initContainers ?? [];
      const native = init.filter(c => c.restartPolicy === 'Always');
      return { ...spec, initContainers: [{ ...INJECTED, name: 'mesh-proxy', restartPolicy: 'Always' }, ...native, ...init.filter(c => !native.includes(c))] };
    },
  },
  reverse: {
    describes: 'reverses both lists',
    source: 'kyverno#9863, #3294',
    missing: [{ text: "'migrate' is not before 'proxy' in initContainers" }, { text: "'queue' is not before 'worker' in containers", before: 35 }],
    change: spec => ({ ...spec, initContainers: [...spec.initContainers ?? []].reverse(), containers: [...spec.containers].reverse() }),
  },
  replace: {
    describes: 'replaces commands and removes hooks',
    source: 'a wrapper that reads the command from the image',
    missing: [{ text: "the command of 'app' does not contain its gate" }, { text: "the postStart hook of 'cache' is missing" }, { text: "the postStart hook of 'queue' is missing" }],
    change: spec => ({
      ...spec,
      containers: spec.containers.map(({ lifecycle: _removed, command, ...rest }: any) => ({
        ...rest, ...command ? { command: ['/injected/run', ...command.slice(command.indexOf('--') + 1)] } : {},
      })),
    }),
  },
  remove: {
    describes: 'removes mounts and environment variables',
    source: 'a merge that replaces lists',
    missing: [{ text: "'app' does not mount /startup-order" }, { text: "'worker' has no variable STARTUP_ORDER_QUEUE_READY", from: 35 }],
    change: spec => ({ ...spec, containers: spec.containers.map(({ volumeMounts: _mounts, env: _env, ...rest }: any) => rest) }),
  },
  add: {
    describes: 'adds containers, variables and mounts, runs its own program before the command, and redirects httpGet probes to its proxy',
    source: 'Istio, Vault and OpenTelemetry injectors',
    missing: [],
    change: spec => {
      const extend = (c: any) => ({
        ...c,
        env: [{ name: 'INJECTED', value: '1' }, ...c.env ?? []],
        volumeMounts: [{ name: 'injected', mountPath: '/injected' }, ...c.volumeMounts ?? []],
        ...c.readinessProbe?.httpGet ? { readinessProbe: { ...c.readinessProbe, httpGet: { path: '/app-health', port: 15020 } } } : {},
        ...c.startupProbe?.httpGet ? { startupProbe: { ...c.startupProbe, httpGet: { path: '/app-health', port: 15020 } } } : {},
      });
      const wrap = (c: any) => c.command ? { ...c, command: ['/injected/env', ...c.command] } : c;
      return {
        ...spec,
        volumes: [{ name: 'injected', emptyDir: {} }, ...spec.volumes ?? []],
        initContainers: [{ ...INJECTED, name: 'injected-init' }, ...(spec.initContainers ?? []).map(extend), { ...INJECTED, name: 'injected-sidecar', restartPolicy: 'Always' }],
        containers: [{ ...INJECTED, name: 'injected-first' }, ...spec.containers.map(extend).map(wrap), { ...INJECTED, name: 'injected-last' }],
      };
    },
  },
  wrap: {
    describes: 'makes its own program the command, and moves the command into args',
    source: 'Bank-Vaults secrets webhook, pod.go mutateContainers',
    missing: [],
    change: spec => ({
      ...spec,
      containers: spec.containers.map((c: any) => c.command ? { ...c, command: ['/vault/vault-env'], args: [...c.command, ...c.args ?? []] } : c),
    }),
  },
};
