/** The facts about each mesh that the planner needs. scripts/mesh-facts.ts has their sources for the page. */
import { Mesh, MeshAnnotation, MeshProduct, QuitRequest } from '../../api/private/mesh';

/** A label or an annotation, and the values that count; no values: every value counts. */
export type Sign = readonly [key: string, ...values: string[]];

export interface MeshFacts {
  readonly title: string;
  /** The oldest supported version. */
  readonly oldest: string;
  /** The first version that can inject the proxy as a native sidecar. */
  readonly nativeSince: string;
  /**
   * The first version with an annotation of the pod for a native sidecar. For older versions, or if `undefined`, only
   * the user knows whether the installation injects a native sidecar.
   */
  readonly nativeByPod?: string;
  /** The labels or annotations of a pod or its namespace that request injection. */
  readonly requests: readonly Sign[];
  /** The labels or annotations that refuse it. */
  readonly refuses: readonly Sign[];
  readonly always: Pick<
    Mesh,
    'proxy' | 'place' | 'excludePorts' | 'uncapturedUser' | 'optOut' | 'skipsHostNetwork' | 'waitsForApp'
  >;
  /** `nativeSince`: the first version in which a native proxy has a startup probe. */
  readonly ready?: { readonly port: number; readonly path: string; readonly nativeSince?: string };
  /** The first version that rewrites TCP probes of native sidecars; `undefined`: its proxy accepts their connection. */
  readonly rewritesTcpProbes?: string;
  /** The traffic of init containers before a proxy that is a regular container. With a CNI plugin it is lost. */
  readonly initTraffic: 'early' | 'lost' | 'free';
  readonly nativeAnnotation?: NativeAnnotation;
  /** The proxy as a native sidecar. */
  readonly native: ProxyFacts;
  /** The proxy as a regular container. */
  readonly regular: ProxyFacts &
    Pick<Mesh, 'hook'> & { readonly quit?: QuitRequest & { readonly needsSince?: string } };
}

interface ProxyFacts {
  readonly reason: string;
  readonly annotations?: readonly MeshAnnotation[];
}

/** The annotation that decides for one pod whether the proxy is a native sidecar. */
interface NativeAnnotation {
  /** The first version with each key; the last of a version counts. */
  readonly keys: readonly (readonly [since: string, key: string])[];
  /** The versions of the mesh and of the nodes with native sidecars by default. */
  readonly byDefault?: { readonly since: string; readonly minor?: number };
  /** The annotation is also written with the default: always, or if the user states that the proxy is not native. */
  readonly alsoWritten?: 'always' | 'ifStated';
}

const CONSUL = 'consul.hashicorp.com';
const FIRST = 'injected as the first app container, with a postStart hook';
const LINKERD_AWAIT = [{ key: 'config.linkerd.io/proxy-await', value: 'enabled' }];
const BEFORE_ALL = 'injected as a native sidecar before all other containers';

export const MESHES: Readonly<Record<MeshProduct, MeshFacts>> = {
  /** Istio with sidecars. In ambient mode the pod contains no proxy. */
  istio: {
    title: 'Istio',
    oldest: '1.8',
    nativeSince: '1.19',
    nativeByPod: '1.24',
    requests: [['sidecar.istio.io/inject', 'true'], ['istio-injection', 'enabled'], ['istio.io/rev']],
    refuses: [
      ['sidecar.istio.io/inject', 'false'],
      ['istio.io/dataplane-mode', 'ambient'],
    ],
    always: {
      proxy: 'istio-proxy',
      place: 'first',
      excludePorts: 'traffic.sidecar.istio.io/excludeOutboundPorts',
      uncapturedUser: 1337,
      optOut: { in: ['labels', 'annotations'], key: 'sidecar.istio.io/inject', value: 'false' },
      skipsHostNetwork: true,
    },
    ready: { port: 15021, path: '/healthz/ready', nativeSince: '1.20' },
    rewritesTcpProbes: '1.19',
    initTraffic: 'early',
    nativeAnnotation: {
      keys: [['1.24', 'sidecar.istio.io/nativeSidecar']],
      byDefault: { since: '1.27', minor: 33 },
      alsoWritten: 'ifStated',
    },
    native: { reason: BEFORE_ALL },
    regular: {
      reason: `${FIRST} (\`pilot-agent wait\`)`,
      annotations: [{ key: 'proxy.istio.io/config', field: 'holdApplicationUntilProxyStarts', value: 'true' }],
      hook: { after: '60 s', unless: 'a mesh that sets `global.proxy.lifecycle` has no such hook' },
      quit: { url: 'http://127.0.0.1:15020/quitquitquit' },
    },
  },
  linkerd: {
    title: 'Linkerd',
    oldest: '2.12',
    nativeSince: '2.15',
    nativeByPod: '2.15',
    requests: [['linkerd.io/inject', 'enabled', 'ingress']],
    refuses: [['linkerd.io/inject', 'disabled']],
    always: {
      proxy: 'linkerd-proxy',
      place: 'first',
      excludePorts: 'config.linkerd.io/skip-outbound-ports',
      uncapturedUser: 2102,
      optOut: { in: ['annotations'], key: 'linkerd.io/inject', value: 'disabled' },
      skipsHostNetwork: true,
    },
    ready: { port: 4191, path: '/ready' },
    initTraffic: 'early',
    nativeAnnotation: {
      keys: [
        ['2.15', 'config.alpha.linkerd.io/proxy-enable-native-sidecar'],
        ['2.19', 'config.beta.linkerd.io/proxy-enable-native-sidecar'],
        ['2.20', 'config.linkerd.io/proxy-enable-native-sidecar'],
      ],
      byDefault: { since: '2.20' },
    },
    native: { reason: BEFORE_ALL, annotations: LINKERD_AWAIT },
    regular: {
      reason: `${FIRST} (\`linkerd-await\`)`,
      annotations: LINKERD_AWAIT,
      hook: { after: 'two minutes' },
      quit: {
        url: 'http://127.0.0.1:4191/shutdown',
        needs: 'the Helm value `proxy.enableShutdownEndpoint: true`',
        needsSince: '2.16',
      },
    },
  },
  /** The versions are the versions of consul-k8s, which contains the chart and the injector. */
  consul: {
    title: 'Consul',
    oldest: '1.4',
    nativeSince: '1.8',
    requests: [[`${CONSUL}/connect-inject`, 'true']],
    refuses: [
      [`${CONSUL}/connect-inject`, 'false'],
      [`${CONSUL}/transparent-proxy`, 'false'],
    ],
    always: {
      proxy: 'consul-dataplane',
      place: 'first',
      excludePorts: `${CONSUL}/transparent-proxy-exclude-outbound-ports`,
      optOut: { in: ['annotations'], key: `${CONSUL}/connect-inject`, value: 'false' },
    },
    // The position of Consul's init container is unknown, so the traffic of the pod's init containers counts as lost.
    initTraffic: 'lost',
    nativeAnnotation: { keys: [['1.8', `${CONSUL}/enable-consul-dataplane-as-sidecar`]] },
    native: { reason: 'injected as a native sidecar' },
    regular: {
      reason: `${FIRST} that requests its graceful startup`,
      annotations: [
        { key: `${CONSUL}/enable-sidecar-proxy-lifecycle`, value: 'true' },
        { key: `${CONSUL}/sidecar-proxy-lifecycle-startup-grace-period-seconds`, value: '60' },
      ],
      hook: { after: '60 s' },
      quit: { url: 'http://127.0.0.1:20600/graceful_shutdown' },
    },
  },
  kuma: {
    title: 'Kuma',
    oldest: '2.4',
    nativeSince: '2.7',
    requests: [['kuma.io/sidecar-injection', 'enabled', 'true']],
    refuses: [['kuma.io/sidecar-injection', 'disabled', 'false']],
    always: {
      proxy: 'kuma-sidecar',
      place: 'first',
      excludePorts: 'traffic.kuma.io/exclude-outbound-ports',
      optOut: { in: ['labels'], key: 'kuma.io/sidecar-injection', value: 'disabled' },
    },
    rewritesTcpProbes: '2.9',
    initTraffic: 'early',
    native: { reason: `${BEFORE_ALL}, as the control plane specifies` },
    regular: {
      reason: `${FIRST} (\`kuma-dp wait\`)`,
      annotations: [{ key: 'kuma.io/wait-for-dataplane-ready', value: 'true' }],
      hook: { after: 'three minutes' },
    },
  },
  /** Dapr captures no traffic: the app sends requests to its sidecar. */
  dapr: {
    title: 'Dapr',
    oldest: '1.8',
    nativeSince: '1.18',
    nativeByPod: '1.18',
    requests: [['dapr.io/enabled', 'true']],
    refuses: [['dapr.io/enabled', 'false']],
    always: { proxy: 'daprd', place: 'last', waitsForApp: true },
    initTraffic: 'free',
    nativeAnnotation: { keys: [['1.18', 'dapr.io/enable-native-sidecar']], alsoWritten: 'always' },
    native: {
      reason: 'injected as a native sidecar without a startup probe, after the init containers',
    },
    regular: {
      reason: 'injected as the last app container, without a wait',
      quit: { url: 'http://127.0.0.1:3500/v1.0/shutdown' },
    },
  },
};
