import { MeshModule } from './mesh-product';

const PREFIX = 'consul.hashicorp.com';
const INJECT = `${PREFIX}/connect-inject`;
const NATIVE = `${PREFIX}/enable-consul-dataplane-as-sidecar`;

/** The versions are the versions of consul-k8s, which contains the chart and the injector. */
export const consul: MeshModule = {
  title: 'Consul',
  oldest: '1.4',
  nativeSince: '1.8',

  meshOf({ version, native }) {
    return {
      name: `Consul ${version}`,
      proxy: 'consul-dataplane',
      order: native ? 'native' : 'hook',
      reason: native ? 'injected as a native sidecar' : 'injected as the first app container, with a postStart hook that requests its graceful startup',
      annotations: native ? [{ key: NATIVE, value: 'true' }] : [
        { key: `${PREFIX}/enable-sidecar-proxy-lifecycle`, value: 'true' },
        { key: `${PREFIX}/sidecar-proxy-lifecycle-startup-grace-period-seconds`, value: '60' },
      ],
      place: 'first',
      // The position of Consul's init container is unknown, so the traffic of the pod's init containers counts as lost.
      initTraffic: native ? 'meshed' : 'lost',
      excludePorts: `${PREFIX}/transparent-proxy-exclude-outbound-ports`,
      quit: native ? undefined : { url: 'http://127.0.0.1:20600/graceful_shutdown' },
      optOut: { in: 'annotations', key: INJECT, value: 'false' },
      warnings: native ? [] : ['the hook of consul-dataplane gives up after 60 s, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'true',
    refused: t => t[INJECT] === 'false' || t[`${PREFIX}/transparent-proxy`] === 'false',
    native: t => t[NATIVE] === 'true',
  },

  facts: [
    {
      what: 'The injected container is `consul-dataplane`; the annotation `consul.hashicorp.com/connect-inject: "false"` excludes a pod from the mesh.',
      since: '1.0',
      url: 'https://github.com/hashicorp/consul-k8s/blob/c22b393/control-plane/connect-inject/constants/annotations_and_labels.go',
      read: 'commit c22b393',
    },
    {
      what: 'With `enable-sidecar-proxy-lifecycle` and `sidecar-proxy-lifecycle-startup-grace-period-seconds` (0 by default: off) the proxy is the first container and has a postStart hook that waits at most this time.',
      since: '1.4.2',
      url: 'https://github.com/hashicorp/consul-k8s/blob/main/CHANGELOG.md',
      read: 'changes of 1.4.2 (GH-3878), in the changelog of 1.4.8',
    },
    {
      what: '`enable-consul-dataplane-as-sidecar: "true"` makes the proxy a native sidecar.',
      since: '1.8 (backport of #4678; the first release is unknown)',
      url: 'https://github.com/hashicorp/consul-k8s/pull/4678',
      read: '2025-08',
    },
    {
      what: '`http://127.0.0.1:20600/graceful_shutdown` terminates the proxy of a Job, only with the lifecycle annotation.',
      since: '1.2',
      url: 'https://github.com/hashicorp/consul-k8s/pull/2467',
      read: 'connect-inject/constants/constants.go; not verified with POST',
    },
    {
      what: 'With transparent proxy, the mesh captures the traffic; `transparent-proxy-exclude-outbound-ports` excludes ports for the whole pod.',
      url: 'https://github.com/hashicorp/consul-k8s/blob/c22b393/control-plane/connect-inject/constants/annotations_and_labels.go',
      read: 'commit c22b393',
    },
    {
      what: 'The proxy is Envoy, which accepts every captured connection, even without a server: a TCP check through the mesh, or a TCP probe of the kubelet, proves nothing.',
      url: 'https://github.com/envoyproxy/envoy/issues/7783',
      read: 'open, 2021-03; whether Consul rewrites TCP probes is unknown',
    },
  ],
};
