import { ApiObject } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';

/** A pod without an order, as an injector such as `kube-inject`, or a chart, writes it. */
export interface Injected {
  readonly proxy: object & { readonly name: string };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Orders the pod by one call. */
export function injectedPod({ proxy, annotations }: Injected): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { annotations },
      spec: { containers: [{ name: 'app', image: 'shop/app:7', command: ['/app'] }, proxy] },
    });
    StartupOrder.of(pod, { kubernetesVersion, sidecars: [proxy.name] });
  };
}

/** istio 1.23, injection-template.yaml: without a switch the proxy is the last container. */
export const ISTIO_PROXY = {
  name: 'istio-proxy',
  image: 'docker.io/istio/proxyv2:1.23.0',
  args: ['proxy', 'sidecar', '--domain', '$(POD_NAMESPACE).svc.cluster.local', '--proxyLogLevel=warning', '--log_output_level=default:info'],
  env: [
    { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
  ],
  ports: [{ containerPort: 15090, name: 'http-envoy-prom', protocol: 'TCP' }],
  readinessProbe: { httpGet: { path: '/healthz/ready', port: 15021 }, periodSeconds: 15, failureThreshold: 4, timeoutSeconds: 3 },
  startupProbe: { httpGet: { path: '/healthz/ready', port: 15021 }, periodSeconds: 1, failureThreshold: 600, timeoutSeconds: 3 },
};

/** linkerd 2.14, _proxy.tpl. */
export const LINKERD_PROXY = {
  name: 'linkerd-proxy',
  image: 'cr.l5d.io/linkerd/proxy:stable-2.14.0',
  env: [{ name: 'LINKERD2_PROXY_CONTROL_LISTEN_ADDR', value: '0.0.0.0:4190' }, { name: 'LINKERD2_PROXY_ADMIN_LISTEN_ADDR', value: '0.0.0.0:4191' }],
  ports: [{ containerPort: 4143, name: 'linkerd-proxy' }, { containerPort: 4191, name: 'linkerd-admin' }],
  livenessProbe: { httpGet: { path: '/live', port: 4191 }, initialDelaySeconds: 10 },
  readinessProbe: { httpGet: { path: '/ready', port: 4191 }, initialDelaySeconds: 2 },
};
