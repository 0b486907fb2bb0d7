import { MeshModule, MeshSituation } from './mesh-product';
import { MeshAnnotation } from '../../api/private/mesh';

const NATIVE = 'sidecar.istio.io/nativeSidecar';
const PROXY_CONFIG = 'proxy.istio.io/config';
const HOLD = 'holdApplicationUntilProxyStarts';
const INJECT = 'sidecar.istio.io/inject';

/**
 * Istio with sidecars. In ambient mode the pod contains no proxy, so it needs no profile.
 */
export const istio: MeshModule = {
  title: 'Istio',
  oldest: '1.8',
  nativeSince: '1.19',
  nativeByPod: '1.24',

  meshOf(situation) {
    const { version, declared: { cni }, native } = situation;
    const ready = { kind: 'httpGet', scheme: 'http', port: 15021, path: '/healthz/ready' } as const;
    return {
      name: `Istio ${version}`,
      proxy: 'istio-proxy',
      order: native ? 'native' : 'hook',
      reason: native ? 'injected as a native sidecar before all other containers' : 'injected as the first app container, with a postStart hook (`pilot-agent wait`)',
      // Before 1.20 the native proxy has no startup probe.
      ready: native && !version.isAtLeast('1.20') ? undefined : ready,
      annotations: native ? nativeAnnotations(situation) : [
        ...(situation.declared.nativeSidecars === false && version.isAtLeast('1.24') ? [{ key: NATIVE, value: 'false' }] : []),
        { key: PROXY_CONFIG, field: HOLD, value: 'true' },
      ],
      place: 'first',
      initTraffic: native ? 'meshed' : cni ? 'lost' : 'early',
      excludePorts: 'traffic.sidecar.istio.io/excludeOutboundPorts',
      uncapturedUser: 1337,
      quit: native ? undefined : { url: 'http://127.0.0.1:15020/quitquitquit' },
      optOut: { in: 'labels', key: INJECT, value: 'false' },
      skipsHostNetwork: true,
      warnings: native ? [] : ['the hook of istio-proxy gives up after 60 s, and the app containers start; a mesh that sets `global.proxy.lifecycle` has no such hook'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'true' || t['istio-injection'] === 'enabled' || t['istio.io/rev'] !== undefined,
    refused: t => t[INJECT] === 'false' || t['istio.io/dataplane-mode'] === 'ambient',
    native: t => t[NATIVE] === 'true',
  },

  facts: [
    {
      what: 'The injected container is `istio-proxy`. As a native sidecar it comes before the init containers of the pod, after `istio-init` or `istio-validation`; '
        + 'if it holds the app it is the first of `containers`, otherwise the last.',
      url: 'https://github.com/istio/istio/blob/d5fcb2e/pkg/kube/inject/webhook.go',
      read: 'reorderPod at commit d5fcb2e',
    },
    {
      what: '`proxy.istio.io/config` with `holdApplicationUntilProxyStarts: true` holds the app containers of one pod, with a postStart hook that runs `pilot-agent wait`. '
        + 'The annotation is the YAML of a ProxyConfig; its fields override the fields of the mesh, one by one.',
      since: '1.8 (1.7: for the whole mesh only)',
      url: 'https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig',
      read: 'mesh/v1alpha1/proxy.proto of istio/api at commit 00d4ed3; 1.7 change notes. Vendors document 1.8 as the first version with the annotation; the 1.8 notes do not',
    },
    {
      what: '`pilot-agent wait` requests `http://localhost:15021/healthz/ready` every 500 ms, first after 500 ms, and gives up after 60 s.',
      since: '1.7',
      url: 'https://github.com/istio/istio/blob/1c335f6/pilot/cmd/pilot-agent/app/wait.go',
      read: 'commit 1c335f6',
    },
    {
      what: '`sidecar.istio.io/nativeSidecar: "true"` or `"false"` specifies for one pod whether the proxy is a native sidecar, and overrides the mesh.',
      since: '1.24',
      url: 'https://istio.io/latest/news/releases/1.24.x/announcing-1.24/change-notes/',
      read: '1.24.0 change notes; injection-template.yaml of 1.27',
    },
    {
      what: 'Native sidecars for the whole mesh: istiod with `ENABLE_NATIVE_SIDECARS`.',
      since: '1.19, off by default',
      url: 'https://istio.io/latest/blog/2023/native-sidecars/',
      read: '2023-07-25',
    },
    {
      what: 'Native sidecars are the default where every node is of Kubernetes 1.33 or newer.',
      since: '1.27',
      url: 'https://istio.io/latest/news/releases/1.27.x/announcing-1.27/change-notes/',
      read: '1.27 change notes; pkg/kube/inject/webhook.go DetectNativeSidecar',
    },
    {
      what: '`holdApplicationUntilProxyStarts` has no effect on a native proxy. The native proxy has a startup probe, `/healthz/ready` on port 15021, period 1 s, 600 tries.',
      since: '1.20 (the probe), 1.21',
      url: 'https://istio.io/latest/news/releases/1.20.x/announcing-1.20/upgrade-notes/',
      read: '1.20 upgrade notes; injection-template.yaml of 1.27',
    },
    {
      what: 'Init containers: `istio-init`, which captures the traffic, comes after the init containers of the pod, so their traffic goes out in plain text; with the CNI plugin the mesh captures it before they start, and it is lost.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/cni/#compatibility-with-application-init-containers',
      read: 'documentation of 1.24; reorderPod at commit d5fcb2e',
    },
    {
      what: 'The mesh does not capture the traffic of user 1337; `traffic.sidecar.istio.io/excludeOutboundPorts` excludes ports for the whole pod. On OpenShift the user has another ID.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/cni/#compatibility-with-application-init-containers',
      read: 'documentation of 1.24; annotation/annotations.yaml of istio/api at commit 00e465a',
    },
    {
      what: '`POST http://localhost:15020/quitquitquit` terminates the proxy of a Job. Only a container of the pod can send this request.',
      since: '1.3',
      url: 'https://istio.io/latest/news/releases/1.3.x/announcing-1.3/change-notes/',
      read: '1.3 change notes; pilot/cmd/pilot-agent/status/server.go at commit bf05eab',
    },
    {
      what: 'The label `sidecar.istio.io/inject: "false"` excludes a pod from the mesh; pods with `hostNetwork` are never injected.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/',
      read: 'documentation of 1.23 on injection problems (hostNetwork); the label as in OpenShift Service Mesh 3',
    },
    {
      what: 'The proxy accepts every captured connection, even without a server, so a TCP check through the mesh proves nothing.',
      url: 'https://github.com/istio/istio/issues/41090',
      read: '2022-09-21, a maintainer; envoyproxy/envoy#23075',
    },
    {
      what: 'The kubelet is outside the mesh: each TCP probe would pass, and strict mutual TLS would reject an HTTP probe. Istio therefore rewrites the probes of app containers; for native '
        + 'sidecars of the pod this is not documented.',
      url: 'https://istio.io/v1.21/docs/ops/configuration/mesh/app-health-check/',
      read: 'documentation of 1.8, 1.12 (TCP, too) and 1.21',
    },
  ],
};

function nativeAnnotations({ version, nodes }: MeshSituation): MeshAnnotation[] {
  const byDefault = version.isAtLeast('1.27') && nodes.minor >= 33;
  return byDefault || !version.isAtLeast('1.24') ? [] : [{ key: NATIVE, value: 'true' }];
}
