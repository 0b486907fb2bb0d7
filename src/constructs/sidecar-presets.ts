import { Duration, Size } from 'cdk8s';
import { ContainerResources, Cpu } from 'cdk8s-plus-27';
import { OrderedContainerProps } from './ordered-props';
import { CLOUD_SQL_PROXY_OPTIONS, ENVOY_OPTIONS, ISTIO_PROXY_OPTIONS, VAULT_AGENT_OPTIONS } from './private/structs';
import { ContainerRole } from '../api/container-role';
import { checkArguments, required } from '../api/private/kind';
import { ReadyCheck } from '../api/ready-check';

/**
 * Options of `Sidecar.cloudSqlProxy`.
 */
export interface CloudSqlProxyOptions {
  /**
   * The version, such as `2.14.3`, with or without a leading `v`: the tag of `gcr.io/cloud-sql-connectors/cloud-sql-proxy`.
   */
  readonly version: string;

  /**
   * The instances, as `project:region:instance`, with parameters such as `?port=5432`.
   */
  readonly instances: string[];

  /**
   * More arguments, in front of the instances.
   *
   * @default - none
   */
  readonly args?: string[];
}

/**
 * Options of `Sidecar.vaultAgent`.
 */
export interface VaultAgentOptions {
  /**
   * The version, such as `1.20.0`, with or without a leading `v`: the tag of `hashicorp/vault`.
   */
  readonly version: string;

  /**
   * The path of its configuration.
   *
   * @default '/vault/config/agent.hcl'
   */
  readonly config?: string;

  /**
   * The files that the agent renders, such as `/vault/secrets/database`. All of them have to be there. They need a volume that the agent and its dependents mount.
   */
  readonly files: string[];
}

/**
 * Options of `Sidecar.envoy`.
 */
export interface EnvoyOptions {
  /**
   * The version, such as `1.31.0`, with or without a leading `v`: the tag of `envoyproxy/envoy`.
   */
  readonly version: string;

  /**
   * The port of its admin interface, which has none by default: that of `admin.address` in its configuration.
   *
   * @default 9901
   */
  readonly adminPort?: number;
}

/**
 * Options of `Sidecar.istioProxy`.
 */
export interface IstioProxyOptions {
  /**
   * The version, such as `1.27.3`, with or without a leading `v`: the tag of `istio/proxyv2`.
   */
  readonly version: string;
}

/**
 * Sidecar products as containers for `sidecars` or `containers`: image, arguments, user, resources, ready check and stop as their documentation has them. Add a mount, or replace a
 * property, with `{ ...Sidecar.envoy({ version }), volumeMounts }`.
 *
 * Each container admits the defaults of cdk8s-plus: a user that is not root, a root file system that is read-only, and no escalation of privileges. A cluster that assigns users, such as
 * OpenShift, needs `securityContext: {}` in place of the user.
 *
 * For proxies that a mesh injects use `startupOrder.mesh`.
 */
export class Sidecar {
  /**
   * Google's Cloud SQL Auth Proxy, container `cloud-sql-proxy`: ready when it accepts connections for all instances (`/startup` on port 9090). It ends with 0 on SIGTERM, so
   * that a Job can succeed, when open connections have ended or after 10 s. It runs as the user of its image, 65532.
   *
   * It requests 100m CPU and 128 MiB. Google's example requests 1 CPU and 2 GiB: memory grows with the number of connections, CPU with the traffic.
   *
   * @param options version and instances
   * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/main/docs/cmd/cloud-sql-proxy.md
   */
  public static cloudSqlProxy(options: CloudSqlProxyOptions): OrderedContainerProps {
    checkArguments('Sidecar.cloudSqlProxy', { options: [options, required(CLOUD_SQL_PROXY_OPTIONS)] });
    return {
      name: 'cloud-sql-proxy',
      image: `gcr.io/cloud-sql-connectors/cloud-sql-proxy:${withoutV(options.version)}`,
      // Without the address it listens on loopback, where no kubelet finds it.
      args: ['--health-check', '--http-address=0.0.0.0', '--exit-zero-on-sigterm', '--max-sigterm-delay=10s', ...options.args ?? [], ...options.instances],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
      stopsWithin: Duration.seconds(11),
      // The image has a numeric user: https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/00a41be/Dockerfile. Google's resources:
      // https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/0f16fff/examples/k8s-health-check/proxy_with_http_health_check.yaml.
      resources: requests(100, 128),
    };
  }

  /**
   * HashiCorp's Vault Agent, container `vault-agent`: ready when it has rendered its files. It reports that in no other way. It runs as user 100 and group 1000, `vault` in its image,
   * with the resources that HashiCorp's injector gives it.
   *
   * It runs `vault` itself. The entrypoint of the image changes owners and capabilities, which only root can do.
   *
   * Mount the volume of `config` and the volume of `files` with `volumeMounts`. The auth method `kubernetes` needs `automountServiceAccountToken: true` of the pod.
   *
   * @param options version, configuration and the files
   * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
   */
  public static vaultAgent(options: VaultAgentOptions): OrderedContainerProps {
    checkArguments('Sidecar.vaultAgent', { options: [options, required(VAULT_AGENT_OPTIONS)] });
    return {
      name: 'vault-agent',
      image: `hashicorp/vault:${withoutV(options.version)}`,
      // As a user other than root the entrypoint fails in `setcap`, and in `chown` where a mounted folder belongs to root. `SKIP_SETCAP` and `SKIP_CHOWN` only switch that off:
      // https://github.com/hashicorp/vault/blob/1d04c5e/.release/docker/docker-entrypoint.sh.
      command: ['vault'],
      args: ['agent', `-config=${options.config ?? '/vault/config/agent.hcl'}`],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.allOf(...options.files.map(file => ReadyCheck.fileExists(file))),
      // User, group and resources of the injector: https://github.com/hashicorp/vault-k8s/blob/00f9152/agent-inject/agent/agent.go and container_sidecar.go.
      securityContext: { user: 100, group: 1000 },
      resources: {
        cpu: { request: Cpu.millis(250), limit: Cpu.millis(500) },
        memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
      },
    };
  }

  /**
   * Envoy, container `envoy`: ready when `/ready` of its admin interface says so. That is asked over loopback, where the admin interface belongs. It runs as user 101, `envoy` in its
   * image, and requests 100m CPU and 128 MiB, as the Envoy of Istio does.
   *
   * @param options version and port
   * @see https://www.envoyproxy.io/docs/envoy/latest/operations/admin
   */
  public static envoy(options: EnvoyOptions): OrderedContainerProps {
    checkArguments('Sidecar.envoy', { options: [options, required(ENVOY_OPTIONS)] });
    return {
      name: 'envoy',
      image: `envoyproxy/envoy:${options.version.replace(/^(?=\d)/, 'v')}`,
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/ready', { port: options.adminPort ?? 9901, host: '127.0.0.1' }),
      // The image has no user. Its entrypoint switches from root to `envoy` with su-exec, and runs Envoy as it is for any other user:
      // https://github.com/envoyproxy/envoy/blob/0252c88/distribution/docker/Dockerfile-envoy and docker-entrypoint.sh.
      securityContext: { user: 101, group: 101 },
      resources: requests(100, 128),
    };
  }

  /**
   * Istio's proxy, container `istio-proxy`, where no injector adds it: ready when it has its configuration (`/healthz/ready` on port 15021). It runs as user and group 1337, whose
   * traffic Istio does not capture, with the requests of Istio's injector: 100m CPU and 128 MiB.
   *
   * It writes below `/etc/istio/proxy` and `/var/lib/istio/data`, so it needs a writable volume at each. The volumes for its certificates and tokens, and its environment, are those of
   * the injection template.
   *
   * @param options version
   * @see https://istio.io/latest/docs/ops/deployment/application-requirements/
   */
  public static istioProxy(options: IstioProxyOptions): OrderedContainerProps {
    checkArguments('Sidecar.istioProxy', { options: [options, required(ISTIO_PROXY_OPTIONS)] });
    return {
      name: 'istio-proxy',
      image: `istio/proxyv2:${withoutV(options.version)}`,
      args: ['proxy', 'sidecar'],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/healthz/ready', { port: 15021 }),
      // The image has no user: https://github.com/istio/istio/blob/00af2c5/pilot/docker/Dockerfile.proxyv2. User and group are those of the injector:
      // https://github.com/istio/istio/blob/0134e00/manifests/charts/istio-control/istio-discovery/files/injection-template.yaml.
      securityContext: { user: 1337, group: 1337 },
      resources: requests(100, 128),
    };
  }

  private constructor() {}
}

/** Tags of Google, HashiCorp and Istio are versions without the `v` of their releases. */
function withoutV(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** Without limits: a proxy that is throttled or killed takes the app with it. */
function requests(cpuMillis: number, memoryMebibytes: number): ContainerResources {
  return { cpu: { request: Cpu.millis(cpuMillis) }, memory: { request: Size.mebibytes(memoryMebibytes) } };
}
