import { MeshProduct } from '../src/api/private/mesh';

/**
 * A fact about a mesh, with its source. src/pod/meshes relies on these facts, and docs/contributing/mesh-facts.md lists
 * them.
 */
export interface MeshFact {
  readonly what: string;
  /** The first version of the product for which this is true. */
  readonly since?: string;
  readonly url: string;
  /** The version, commit or date of the source. */
  readonly read: string;
}

const CONSUL = 'https://github.com/hashicorp/consul-k8s/blob/c22b393';
const DAPR_DOCS = 'https://github.com/dapr/docs/blob/12af73c/daprdocs/content/en';

export const MESH_FACTS: Readonly<Record<MeshProduct, readonly MeshFact[]>> = {
  istio: [
    {
      what:
        'The injected container is `istio-proxy`. As a native sidecar it comes before the init containers of ' +
        'the pod, after `istio-init` or `istio-validation`; ' +
        'if it holds the app it is the first of `containers`, otherwise the last.',
      url: 'https://github.com/istio/istio/blob/d5fcb2e/pkg/kube/inject/webhook.go',
      read: 'reorderPod at commit d5fcb2e',
    },
    {
      what:
        '`proxy.istio.io/config` with `holdApplicationUntilProxyStarts: true` holds the app containers of one ' +
        'pod, with a postStart hook that runs `pilot-agent wait`. ' +
        'The annotation is the YAML of a ProxyConfig; its fields override the fields of the mesh, one by one.',
      since: '1.8 (1.7: for the whole mesh only)',
      url: 'https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig',
      read:
        'mesh/v1alpha1/proxy.proto of istio/api at commit 00d4ed3; 1.7 change notes. Vendors document 1.8 as ' +
        'the first version with the annotation; the 1.8 notes do not',
    },
    {
      what:
        '`pilot-agent wait` requests `http://localhost:15021/healthz/ready` every 500 ms, first after 500 ms, ' +
        'and gives up after 60 s.',
      since: '1.7',
      url: 'https://github.com/istio/istio/blob/1c335f6/pilot/cmd/pilot-agent/app/wait.go',
      read: 'commit 1c335f6',
    },
    {
      what:
        '`sidecar.istio.io/nativeSidecar: "true"` or `"false"` specifies for one pod whether the proxy is a ' +
        'native sidecar, and overrides the mesh.',
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
      what:
        '`holdApplicationUntilProxyStarts` has no effect on a native proxy. The native proxy has a startup ' +
        'probe, `/healthz/ready` on port 15021, period 1 s, 600 tries.',
      since: '1.20 (the probe), 1.21',
      url: 'https://istio.io/latest/news/releases/1.20.x/announcing-1.20/upgrade-notes/',
      read: '1.20 upgrade notes; injection-template.yaml of 1.27',
    },
    {
      what:
        'Init containers: `istio-init`, which captures the traffic, comes after the init containers of the pod, ' +
        'so their traffic goes out in plain text; with the CNI plugin the mesh captures it before they start, ' +
        'and it is lost.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/cni/#compatibility-with-application-init-containers',
      read: 'documentation of 1.24; reorderPod at commit d5fcb2e',
    },
    {
      what:
        'The mesh does not capture the traffic of user 1337; `traffic.sidecar.istio.io/excludeOutboundPorts` ' +
        'excludes ports for the whole pod. On OpenShift the user has another ID.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/cni/#compatibility-with-application-init-containers',
      read: 'documentation of 1.24; annotation/annotations.yaml of istio/api at commit 00e465a',
    },
    {
      what:
        '`POST http://localhost:15020/quitquitquit` terminates the proxy of a Job. Only a container of the pod ' +
        'can send this request.',
      since: '1.3',
      url: 'https://istio.io/latest/news/releases/1.3.x/announcing-1.3/change-notes/',
      read: '1.3 change notes; pilot/cmd/pilot-agent/status/server.go at commit bf05eab',
    },
    {
      what:
        'The label `sidecar.istio.io/inject: "false"` excludes a pod from the mesh; pods with `hostNetwork` are ' +
        'never injected.',
      url: 'https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/',
      read: 'documentation of 1.23 on injection problems (hostNetwork); the label as in OpenShift Service Mesh 3',
    },
    {
      what:
        'The proxy accepts every captured connection, even without a server, so a TCP check through the mesh ' +
        'proves nothing.',
      url: 'https://github.com/istio/istio/issues/41090',
      read: '2022-09-21, a maintainer; envoyproxy/envoy#23075',
    },
    {
      what:
        'The kubelet is outside the mesh: each TCP probe would pass, and strict mutual TLS would reject an HTTP ' +
        'probe. Istio therefore rewrites the probes of app containers, and from 1.19 on of native sidecars: to port ' +
        '15020 of its proxy, so before a proxy that is a regular container they never pass.',
      url: 'https://istio.io/v1.21/docs/ops/configuration/mesh/app-health-check/',
      read:
        'documentation of 1.8, 1.12 (TCP, too) and 1.21; native sidecars: pkg/kube/inject/app_probe.go ' +
        'patchRewriteProbe, commit bd5f82a',
    },
  ],
  linkerd: [
    {
      what:
        'The injected container is `linkerd-proxy`. As a native sidecar it comes before the init containers of ' +
        'the pod, after `linkerd-init` or `linkerd-network-validator`.',
      url: 'https://github.com/linkerd/linkerd2/blob/618c03f/charts/patch/templates/patch.json',
      read: 'commit 618c03f',
    },
    {
      what:
        '`config.linkerd.io/proxy-await: enabled` holds the app containers: a native proxy has a startup probe ' +
        '(`/ready` on port 4191, period 1 s, 120 tries), otherwise the proxy is the first container and has a ' +
        'postStart hook, `linkerd-await --timeout=2m`. It is the default of an installation.',
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
      what:
        'A native proxy and `config.alpha.linkerd.io/proxy-wait-before-exit-seconds` exclude each other: the ' +
        'injection fails.',
      url: 'https://github.com/linkerd/linkerd2/blob/44e5469/charts/partials/templates/_proxy.tpl',
      read: 'commit 44e5469',
    },
    {
      what:
        'Init containers: `linkerd-init`, which captures the traffic, comes after the init containers of the ' +
        'pod, so their traffic goes out in plain text; with the CNI plugin the mesh captures it before they ' +
        'start, and it is lost.',
      url: 'https://github.com/linkerd/linkerd2/blob/618c03f/charts/patch/templates/patch.json',
      read: 'commit 618c03f; for the CNI plugin, inferred from the time at which it runs',
    },
    {
      what:
        'The mesh does not capture the traffic of user 2102; `config.linkerd.io/skip-outbound-ports` excludes ' +
        'ports for the whole pod.',
      url: 'https://linkerd.io/2-edge/reference/iptables/',
      read: 'commit bb76891 of linkerd/website',
    },
    {
      what:
        '`POST http://localhost:4191/shutdown` terminates the proxy of a Job. Only a container of the pod can ' +
        'send this request. The endpoint is off by default from 2.16 on (CVE-2024-40632): ' +
        '`proxy.enableShutdownEndpoint` enables it.',
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
      what:
        'The proxy accepts every TCP connection to the pod, so a TCP probe of the kubelet proves nothing; ' +
        'neither does a TCP check through the mesh.',
      url: 'https://github.com/linkerd/linkerd2/issues/7777',
      read: 'open, 2022-02',
    },
  ],
  consul: [
    {
      what:
        'The injected container is `consul-dataplane`; the annotation `consul.hashicorp.com/connect-inject: ' +
        '"false"` excludes a pod from the mesh.',
      since: '1.0',
      url: `${CONSUL}/control-plane/connect-inject/constants/annotations_and_labels.go`,
      read: 'commit c22b393',
    },
    {
      what:
        'With `enable-sidecar-proxy-lifecycle` and `sidecar-proxy-lifecycle-startup-grace-period-seconds` (0 by ' +
        'default: off) the proxy is the first container and has a postStart hook that waits at most this time.',
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
      what:
        '`http://127.0.0.1:20600/graceful_shutdown` terminates the proxy of a Job, only with the ' +
        'lifecycle annotation.',
      since: '1.2',
      url: 'https://github.com/hashicorp/consul-k8s/pull/2467',
      read: 'connect-inject/constants/constants.go; not verified with POST',
    },
    {
      what:
        'With transparent proxy, the mesh captures the traffic; `transparent-proxy-exclude-outbound-ports` ' +
        'excludes ports for the whole pod.',
      url: `${CONSUL}/control-plane/connect-inject/constants/annotations_and_labels.go`,
      read: 'commit c22b393',
    },
    {
      what:
        'The proxy is Envoy, which accepts every captured connection, even without a server: a TCP check ' +
        'through the mesh, or a TCP probe of the kubelet, proves nothing.',
      url: 'https://github.com/envoyproxy/envoy/issues/7783',
      read:
        'open, 2021-03; Consul rewrites HTTP probes of app containers only, and no TCP probes ' +
        '(mesh_webhook.go overwriteProbes, commit a507b1d)',
    },
  ],
  kuma: [
    {
      what:
        'The injected container is `kuma-sidecar`; the label `kuma.io/sidecar-injection: disabled` excludes a ' +
        'pod from the mesh.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what:
        '`kuma.io/wait-for-dataplane-ready: "true"` makes the proxy the first container and adds a postStart ' +
        'hook, `kuma-dp wait`, which gives up after 180 s.',
      since: '2.4',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x; app/kuma-dp/cmd/wait.go, 2026',
    },
    {
      what:
        'Native sidecars for the whole mesh: the control plane with `KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS=true` ' +
        '(Helm: `experimental.sidecarContainers`). No annotation enables them for one pod.',
      since: '2.7, off by default',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what:
        'Init containers: `kuma-init` comes after the init containers of the pod, so their traffic goes out in ' +
        'plain text; with the CNI plugin the mesh captures it before they start.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what: '`traffic.kuma.io/exclude-outbound-ports` excludes ports from the capture, for the whole pod.',
      url: 'https://kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes/',
      read: 'documentation of 2.x',
    },
    {
      what:
        'The proxy is Envoy, which accepts every captured connection, even without a server: a TCP check ' +
        'through the mesh, or a TCP probe of the kubelet, proves nothing.',
      url: 'https://github.com/envoyproxy/envoy/issues/7783',
      read:
        'open, 2021-03; Kuma rewrites HTTP probes, from 2.9 on also of native sidecars after its own proxy, and ' +
        'TCP probes (pod_probe_overrider.go, commit dc1daad)',
    },
  ],
  dapr: [
    {
      what: 'The annotation `dapr.io/enabled: "true"` injects `daprd`, which listens on port 3500.',
      url: 'https://docs.dapr.io/concepts/dapr-services/sidecar/',
      read: 'documentation of 1.1x',
    },
    {
      what:
        '`dapr.io/enable-native-sidecar: "true"` makes `daprd` a native sidecar: the last init container, ' +
        'without a startup probe.',
      since: '1.18',
      url: 'https://github.com/dapr/dapr/blob/00bb2d9/docs/release_notes/v1.18.0.md',
      read: '1.18.0; the place in the list: commit d845074',
    },
    {
      what: '`/v1.0/healthz/outbound` reports that daprd accepts requests; `/v1.0/healthz` also waits for the app.',
      url: 'https://docs.dapr.io/concepts/dapr-services/sidecar/',
      read: '2026',
    },
    {
      what: '`POST http://localhost:3500/v1.0/shutdown` terminates `daprd` in a Job.',
      url: `${DAPR_DOCS}/operations/hosting/kubernetes/kubernetes-job.md`,
      read: 'commit 12af73c',
    },
  ],
};
