import { MeshModule } from './mesh-product';

const PREFIX = 'consul.hashicorp.com';

/** Versions are those of consul-k8s, whose chart and injector they are. */
export const consul: MeshModule = {
  title: 'Consul',
  oldest: '1.4',
  nativeSince: '1.8',

  meshOf({ version, native }) {
    return {
      name: `Consul ${version}`,
      proxy: 'consul-dataplane',
      order: native ? 'native' : 'hook',
      reason: native ? 'injected as a native sidecar' : 'injected as the first app container, with a postStart hook that asks for its graceful startup',
      annotations: native ? [{ key: `${PREFIX}/enable-consul-dataplane-as-sidecar`, value: 'true' }] : [
        { key: `${PREFIX}/enable-sidecar-proxy-lifecycle`, value: 'true' },
        { key: `${PREFIX}/sidecar-proxy-lifecycle-startup-grace-period-seconds`, value: '60' },
      ],
      place: 'first',
      // Where its own init container stands is not known, so nothing is promised of those of the pod.
      initTraffic: native ? 'meshed' : 'lost',
      excludePorts: `${PREFIX}/transparent-proxy-exclude-outbound-ports`,
      quit: native ? undefined : { url: 'http://127.0.0.1:20600/graceful_shutdown' },
      optOut: { in: 'annotations', key: `${PREFIX}/connect-inject`, value: 'false' },
      warnings: native ? [] : ['the hook of consul-dataplane gives up after 60 s, and the app containers start'],
    };
  },

  facts: [
    {
      what: 'The injected container is `consul-dataplane`; the annotation `consul.hashicorp.com/connect-inject: "false"` keeps a pod out.',
      since: '1.0',
      url: 'https://github.com/hashicorp/consul-k8s/blob/c22b393/control-plane/connect-inject/constants/annotations_and_labels.go',
      read: 'commit c22b393',
    },
    {
      what: 'With `enable-sidecar-proxy-lifecycle` and `sidecar-proxy-lifecycle-startup-grace-period-seconds` (0 by default: off) the proxy stands first and has a postStart hook that waits for it so long.',
      since: '1.4.2',
      url: 'https://github.com/hashicorp/consul-k8s/blob/main/CHANGELOG.md',
      read: 'changes of 1.4.2 (GH-3878), in the changelog of 1.4.8',
    },
    {
      what: '`enable-consul-dataplane-as-sidecar: "true"` makes it a native sidecar.',
      since: '1.8 (backport of #4678; the first release was not seen)',
      url: 'https://github.com/hashicorp/consul-k8s/pull/4678',
      read: '2025-08',
    },
    {
      what: '`http://127.0.0.1:20600/graceful_shutdown` ends the proxy of a Job, with the lifecycle annotation only.',
      since: '1.2',
      url: 'https://github.com/hashicorp/consul-k8s/pull/2467',
      read: 'connect-inject/constants/constants.go; that it takes POST was not seen',
    },
    {
      what: 'With transparent proxy the traffic is captured; `transparent-proxy-exclude-outbound-ports` takes ports out for the whole pod.',
      url: 'https://github.com/hashicorp/consul-k8s/blob/c22b393/control-plane/connect-inject/constants/annotations_and_labels.go',
      read: 'commit c22b393',
    },
    {
      what: 'Its proxy is an Envoy, which accepts what is captured, whether anybody is there or not: a TCP check through the mesh, or a TCP probe of the kubelet, says nothing.',
      url: 'https://github.com/envoyproxy/envoy/issues/7783',
      read: 'open, 2021-03; whether Consul makes TCP probes in another way was not seen',
    },
  ],
};
