import { Duration } from 'cdk8s';
import { OrderedContainerProps } from './ordered-pod-props';
import { ContainerRole } from '../model/container-role';
import { ReadyCheck } from '../model/ready-check';

/**
 * Options of `Sidecar.cloudSqlProxy`.
 */
export interface CloudSqlProxyOptions {
  /**
   * The version, such as `2.14.3`: the tag of `gcr.io/cloud-sql-connectors/cloud-sql-proxy`.
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
   * The version, such as `1.20.0`: the tag of `hashicorp/vault`.
   */
  readonly version: string;

  /**
   * The path of its configuration.
   *
   * @default '/vault/config/agent.hcl'
   */
  readonly config?: string;

  /**
   * The files that it renders, all of which have to be there: `/vault/secrets/database`. In a volume that the agent and its dependents mount.
   */
  readonly files: string[];
}

/**
 * Options of `Sidecar.envoy`.
 */
export interface EnvoyOptions {
  /**
   * The version, such as `1.31.0`: the tag of `envoyproxy/envoy`, without its `v`.
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
   * The version, such as `1.27.3`: the tag of `istio/proxyv2`.
   */
  readonly version: string;
}

/**
 * Sidecar products as containers for `sidecars` or `containers`: image, arguments, ready check and stop as their documentation has them. A mount or a resource
 * that you need is added by `{ ...Sidecar.envoy({ version }), volumeMounts }`.
 *
 * For proxies that a mesh injects use `startupOrder.mesh`.
 */
export class Sidecar {
  /**
   * Google's Cloud SQL Auth Proxy, container `cloud-sql-proxy`: ready when it accepts connections for all instances (`/startup` on port 9090). It ends with 0 on SIGTERM, so
   * that a Job can succeed, when open connections have ended or after 10 s.
   *
   * @param options version and instances
   * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/main/docs/cmd/cloud-sql-proxy.md
   */
  public static cloudSqlProxy(options: CloudSqlProxyOptions): OrderedContainerProps {
    return {
      name: 'cloud-sql-proxy',
      image: `gcr.io/cloud-sql-connectors/cloud-sql-proxy:${options.version}`,
      // Without the address it listens on loopback, where no kubelet finds it.
      args: ['--health-check', '--http-address=0.0.0.0', '--exit-zero-on-sigterm', '--max-sigterm-delay=10s', ...options.args ?? [], ...options.instances],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
      stopsWithin: Duration.seconds(11),
    };
  }

  /**
   * HashiCorp's Vault Agent, container `vault-agent`: ready when it has rendered its files. It says so in no other way.
   *
   * @param options version, configuration and the files
   * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
   */
  public static vaultAgent(options: VaultAgentOptions): OrderedContainerProps {
    return {
      name: 'vault-agent',
      image: `hashicorp/vault:${options.version}`,
      args: ['agent', `-config=${options.config ?? '/vault/config/agent.hcl'}`],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.allOf(...options.files.map(file => ReadyCheck.fileExists(file))),
    };
  }

  /**
   * Envoy, container `envoy`: ready when `/ready` of its admin interface says so. That is asked over loopback, where the admin interface belongs.
   *
   * @param options version and port
   * @see https://www.envoyproxy.io/docs/envoy/latest/operations/admin
   */
  public static envoy(options: EnvoyOptions): OrderedContainerProps {
    return {
      name: 'envoy',
      image: `envoyproxy/envoy:v${options.version}`,
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/ready', { port: options.adminPort ?? 9901, host: '127.0.0.1' }),
    };
  }

  /**
   * Istio's proxy, container `istio-proxy`, where no injector adds it: ready when it has its configuration (`/healthz/ready` on port 15021).
   *
   * @param options version
   * @see https://istio.io/latest/docs/ops/deployment/application-requirements/
   */
  public static istioProxy(options: IstioProxyOptions): OrderedContainerProps {
    return {
      name: 'istio-proxy',
      image: `istio/proxyv2:${options.version}`,
      args: ['proxy', 'sidecar'],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/healthz/ready', { port: 15021 }),
    };
  }

  private constructor() {}
}
