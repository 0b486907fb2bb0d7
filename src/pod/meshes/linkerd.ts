import { MeshModule } from './mesh-product';
import { ProductVersion } from './version';

const INJECT = 'linkerd.io/inject';
/** The prefix of the annotation for native sidecars changed with its stage. */
const STAGES = ['', 'beta.', 'alpha.'] as const;
const AWAIT = { key: 'config.linkerd.io/proxy-await', value: 'enabled' };

export const linkerd: MeshModule = {
  title: 'Linkerd',
  oldest: '2.12',
  nativeSince: '2.15',
  nativeByPod: '2.15',

  meshOf({ version, declared: { cni }, native }) {
    const isDefault = version.isAtLeast('2.20');
    return {
      name: `Linkerd ${version}`,
      proxy: 'linkerd-proxy',
      order: native ? 'native' : 'hook',
      reason: native ? 'injected as a native sidecar before all other containers' : 'injected as the first app container, with a postStart hook (`linkerd-await`)',
      ready: { kind: 'httpGet', scheme: 'http', port: 4191, path: '/ready' },
      annotations: [AWAIT, ...(native === isDefault ? [] : [{ key: getNativeAnnotation(findStage(version)), value: `${native}` }])],
      place: 'first',
      initTraffic: native ? 'meshed' : cni ? 'lost' : 'early',
      excludePorts: 'config.linkerd.io/skip-outbound-ports',
      uncapturedUser: 2102,
      quit: native ? undefined : {
        url: 'http://127.0.0.1:4191/shutdown',
        ...(version.isAtLeast('2.16') ? { needs: 'the Helm value `proxy.enableShutdownEndpoint: true`' } : {}),
      },
      optOut: { in: 'annotations', key: INJECT, value: 'disabled' },
      skipsHostNetwork: true,
      warnings: native ? [] : ['the hook of linkerd-proxy gives up after two minutes, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'enabled' || t[INJECT] === 'ingress',
    refused: t => t[INJECT] === 'disabled',
    native: t => STAGES.some(stage => t[getNativeAnnotation(stage)] === 'true'),
  },

  facts: [
    {
      what: 'The injected container is `linkerd-proxy`. As a native sidecar it comes before the init containers of the pod, after `linkerd-init` or `linkerd-network-validator`.',
      url: 'https://github.com/linkerd/linkerd2/blob/618c03f/charts/patch/templates/patch.json',
      read: 'commit 618c03f',
    },
    {
      what: '`config.linkerd.io/proxy-await: enabled` holds the app containers: a native proxy has a startup probe (`/ready` on port 4191, period 1 s, 120 tries), otherwise the proxy is the first container and has a postStart '
        + 'hook, `linkerd-await --timeout=2m`. It is the default of an installation.',
      url: 'https://github.com/linkerd/linkerd2/blob/44e5469/charts/partials/templates/_proxy.tpl',
      read: 'commits 44e5469 and 5d0275e (values.yaml)',
    },
    {
      what: '`config.alpha.linkerd.io/proxy-enable-native-sidecar: "true"` makes the proxy of a pod a native sidecar.',
      since: '2.15',
      url: 'https://linkerd.io/2.15/reference/proxy-configuration/',
      read: '2.15 and 2.18',
    },
    {
      what: 'The same as `config.beta.linkerd.io/proxy-enable-native-sidecar`.',
      since: '2.19',
      url: 'https://linkerd.io/2025/10/31/announcing-linkerd-2.19/',
      read: '2025-10-31',
    },
    {
      what: 'The same as `config.linkerd.io/proxy-enable-native-sidecar`, and native sidecars are the default.',
      since: '2.20',
      url: 'https://linkerd.io/2026/06/23/announcing-linkerd-2.20/',
      read: '2026-06-23; annotations of 2.20',
    },
    {
      what: 'A native proxy and `config.alpha.linkerd.io/proxy-wait-before-exit-seconds` exclude each other: the injection fails.',
      url: 'https://github.com/linkerd/linkerd2/blob/44e5469/charts/partials/templates/_proxy.tpl',
      read: 'commit 44e5469',
    },
    {
      what: 'Init containers: `linkerd-init`, which captures the traffic, comes after the init containers of the pod, so their traffic goes out in plain text; with the CNI plugin the mesh captures it before they start, and it is lost.',
      url: 'https://github.com/linkerd/linkerd2/blob/618c03f/charts/patch/templates/patch.json',
      read: 'commit 618c03f; for the CNI plugin, inferred from the time at which it runs',
    },
    {
      what: 'The mesh does not capture the traffic of user 2102; `config.linkerd.io/skip-outbound-ports` excludes ports for the whole pod.',
      url: 'https://linkerd.io/2-edge/reference/iptables/',
      read: 'commit bb76891 of linkerd/website',
    },
    {
      what: '`POST http://localhost:4191/shutdown` terminates the proxy of a Job. Only a container of the pod can send this request. The endpoint is off by default from 2.16 on (CVE-2024-40632): `proxy.enableShutdownEndpoint` enables it.',
      since: '2.10',
      url: 'https://linkerd.io/2-edge/tasks/graceful-shutdown/',
      read: 'commit b8d907f of linkerd/website; linkerd2-proxy#811',
    },
    {
      what: 'Pods with `hostNetwork` are not injected.',
      url: 'https://github.com/linkerd/linkerd2/issues/12392',
      read: '2024-04-04, the injector of version 2.14: `hostNetwork is enabled`; linkerd/website#2119 of 2026-05-24',
    },
    {
      what: 'The annotation `linkerd.io/inject: disabled` excludes a pod from the mesh.',
      url: 'https://linkerd.io/2/reference/proxy-configuration/',
      read: '2.20',
    },
    {
      what: 'The proxy accepts every TCP connection to the pod, so a TCP probe of the kubelet proves nothing; neither does a TCP check through the mesh.',
      url: 'https://github.com/linkerd/linkerd2/issues/7777',
      read: 'open, 2022-02',
    },
  ],
};

type Stage = (typeof STAGES)[number];

function findStage(version: ProductVersion): Stage {
  return version.isAtLeast('2.20') ? '' : version.isAtLeast('2.19') ? 'beta.' : 'alpha.';
}

function getNativeAnnotation(stage: Stage): string {
  return `config.${stage}linkerd.io/proxy-enable-native-sidecar`;
}
