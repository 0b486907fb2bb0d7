/**
 * Containers of sidecar products as docs/reference/workloads.md shows them: image, arguments, user, resources and ready
 * check as in the documentation of each product.
 */
import { Duration, Size } from 'cdk8s';
import { ContainerResources, Cpu } from 'cdk8s-plus-27';
import { ContainerRole, OrderedContainerProps, ReadyCheck } from 'cdk8s-startup-order';

/** Requests without limits, because the app fails with a proxy that is throttled or killed. */
const REQUESTS: ContainerResources = { cpu: { request: Cpu.millis(100) }, memory: { request: Size.mebibytes(128) } };

/**
 * By default the proxy listens on loopback, which the kubelet cannot reach. The image has a numeric user:
 * https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/00a41be/Dockerfile.
 */
export const CLOUD_SQL_PROXY: OrderedContainerProps = {
  name: 'cloud-sql-proxy',
  image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3',
  args: [
    '--health-check', '--http-address=0.0.0.0', '--exit-zero-on-sigterm', '--max-sigterm-delay=10s',
    'project:region:shop?port=5432',
  ],
  role: ContainerRole.SIDECAR,
  readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
  stopsWithin: Duration.seconds(11),
  resources: REQUESTS,
};

/**
 * As a user other than root the entrypoint of the image fails in `setcap`, and in `chown` where a mounted folder belongs
 * to root: https://github.com/hashicorp/vault/blob/1d04c5e/.release/docker/docker-entrypoint.sh. User, group and
 * resources of the injector: https://github.com/hashicorp/vault-k8s/blob/00f9152/agent-inject/agent/agent.go.
 */
export function vaultAgent(...files: string[]): OrderedContainerProps {
  return {
    name: 'vault-agent',
    image: 'hashicorp/vault:1.20.0',
    command: ['vault'],
    args: ['agent', '-config=/vault/config/agent.hcl'],
    role: ContainerRole.SIDECAR,
    readyWhen: ReadyCheck.allOf(...files.map(file => ReadyCheck.file(file))),
    securityContext: { user: 100, group: 1000 },
    resources: {
      cpu: { request: Cpu.millis(250), limit: Cpu.millis(500) },
      memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
    },
  };
}

/**
 * The image has no user. Its entrypoint switches from root to `envoy` with su-exec, and runs Envoy as it is for any
 * other user: https://github.com/envoyproxy/envoy/blob/0252c88/distribution/docker/Dockerfile-envoy.
 */
export const ENVOY: OrderedContainerProps = {
  name: 'envoy',
  image: 'envoyproxy/envoy:v1.31.0',
  role: ContainerRole.SIDECAR,
  readyWhen: ReadyCheck.httpGet('/ready', { port: 9901, host: '127.0.0.1' }),
  securityContext: { user: 101, group: 101 },
  resources: REQUESTS,
};

/**
 * The image has no user: https://github.com/istio/istio/blob/00af2c5/pilot/docker/Dockerfile.proxyv2. The
 * injector uses the same user and group. The image writes below /etc/istio/proxy and /var/lib/istio/data, and needs a volume at each.
 */
export const ISTIO_PROXY: OrderedContainerProps = {
  name: 'istio-proxy',
  image: 'istio/proxyv2:1.27.3',
  args: ['proxy', 'sidecar'],
  role: ContainerRole.SIDECAR,
  readyWhen: ReadyCheck.httpGet('/healthz/ready', { port: 15021 }),
  securityContext: { user: 1337, group: 1337 },
  resources: REQUESTS,
};
