import { MeshModule } from './mesh-product';

const INJECT = 'kuma.io/sidecar-injection';

export const kuma: MeshModule = {
  title: 'Kuma',
  oldest: '2.4',
  nativeSince: '2.7',

  meshOf({ version, declared: { cni }, native }) {
    return {
      name: `Kuma ${version}`,
      proxy: 'kuma-sidecar',
      order: native ? 'native' : 'hook',
      reason: native ? 'injected as a native sidecar before all other containers, as the control plane specifies'
        : 'injected as the first app container, with a postStart hook (`kuma-dp wait`)',
      annotations: native ? [] : [{ key: 'kuma.io/wait-for-dataplane-ready', value: 'true' }],
      place: 'first',
      initTraffic: native ? 'meshed' : cni ? 'lost' : 'early',
      excludePorts: 'traffic.kuma.io/exclude-outbound-ports',
      optOut: { in: 'labels', key: INJECT, value: 'disabled' },
      warnings: native ? [] : ['the hook of kuma-sidecar gives up after three minutes, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'enabled' || t[INJECT] === 'true',
    refused: t => t[INJECT] === 'disabled' || t[INJECT] === 'false',
    native: () => false,
  },

  facts: [
    {
      what: 'The injected container is `kuma-sidecar`; the label `kuma.io/sidecar-injection: disabled` excludes a pod from the mesh.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what: '`kuma.io/wait-for-dataplane-ready: "true"` makes the proxy the first container and adds a postStart hook, `kuma-dp wait`, which gives up after 180 s.',
      since: '2.4',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x; app/kuma-dp/cmd/wait.go, 2026',
    },
    {
      what: 'Native sidecars for the whole mesh: the control plane with `KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS=true` (Helm: `experimental.sidecarContainers`). No annotation enables them for one pod.',
      since: '2.7, off by default',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what: 'Init containers: `kuma-init` comes after the init containers of the pod, so their traffic goes out in plain text; with the CNI plugin the mesh captures it before they start.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what: '`traffic.kuma.io/exclude-outbound-ports` excludes ports from the capture, for the whole pod.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what: 'The proxy is Envoy, which accepts every captured connection, even without a server: a TCP check through the mesh, or a TCP probe of the kubelet, proves nothing.',
      url: 'https://github.com/envoyproxy/envoy/issues/7783',
      read: 'open, 2021-03; Kuma rewrites HTTP probes; whether it rewrites TCP probes is unknown',
    },
  ],
};
