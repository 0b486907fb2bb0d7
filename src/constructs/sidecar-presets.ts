import { Duration, Size } from 'cdk8s';
import { ContainerResources, Cpu } from 'cdk8s-plus-27';
import { OrderedContainerProps } from './ordered-props';
import { ContainerRole } from '../api/container-role';
import { checkArguments, list, NAME, NUMBER, required, WORDS } from '../api/private/kind';
import { ReadyCheck } from '../api/ready-check';

/**
 * Containers of sidecar products, for `sidecars` or `containers`: image, arguments, user, resources and ready check as
 * in the documentation of the product. Add a mount, or replace a property, with `{ ...SidecarPreset.envoy('1.31.0'),
 * volumeMounts }`.
 *
 * All containers are compatible with the defaults of cdk8s-plus: a user other than root, a read-only root file system,
 * and no privilege escalation. In a cluster that assigns users, such as OpenShift, override the user with
 * `securityContext: {}`.
 *
 * For a proxy that a mesh injects, use `startupOrder.mesh`.
 */
export class SidecarPreset {
  /**
   * The Cloud SQL Auth Proxy of Google, container `cloud-sql-proxy`: ready when it accepts connections for all
   * instances (`/startup` on port 9090). It exits with 0 on SIGTERM, so that a Job can succeed, when open connections
   * are closed or after 10 s. It runs as the user of its image, 65532.
   *
   * It requests 100m CPU and 128 MiB. The example of Google requests 1 CPU and 2 GiB: memory grows with the number of
   * connections, CPU with the traffic.
   *
   * @param version the tag of `gcr.io/cloud-sql-connectors/cloud-sql-proxy`, such as `2.14.3`, with or without a
   *   leading `v`
   * @param instances the instances as `project:region:instance`, with parameters such as `?port=5432`
   * @param args more arguments, before the instances
   * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/main/docs/cmd/cloud-sql-proxy.md
   */
  public static cloudSqlProxy(version: string, instances: string[], args: string[] = []): OrderedContainerProps {
    checkArguments('SidecarPreset.cloudSqlProxy', {
      version: [version, required(NAME)],
      instances: [instances, required(list(NAME))],
      args: [args, WORDS],
    });
    return {
      name: 'cloud-sql-proxy',
      image: `gcr.io/cloud-sql-connectors/cloud-sql-proxy:${withoutV(version)}`,
      // By default the proxy listens on loopback, which the kubelet cannot reach.
      args: [
        '--health-check',
        '--http-address=0.0.0.0',
        '--exit-zero-on-sigterm',
        '--max-sigterm-delay=10s',
        ...args,
        ...instances,
      ],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/startup', { port: 9090 }),
      stopsWithin: Duration.seconds(11),
      // The image has a numeric user: https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/00a41be/Dockerfile.
      // Google's resources:
      // https://github.com/GoogleCloudPlatform/cloud-sql-proxy/blob/0f16fff/examples/k8s-health-check/proxy_with_http_health_check.yaml.
      resources: requests(100, 128),
    };
  }

  /**
   * The Vault Agent of HashiCorp, container `vault-agent`: ready when all its files exist. It runs as user 100 and
   * group 1000, `vault` in its image, with the resources of HashiCorp's injector.
   *
   * The container runs `vault` itself. The entrypoint of the image changes owners and capabilities, which only root can
   * do.
   *
   * Add the volumes of `config` and `files` with `volumeMounts`. The auth method `kubernetes` needs
   * `automountServiceAccountToken: true` of the pod.
   *
   * @param version the tag of `hashicorp/vault`, such as `1.20.0`, with or without a leading `v`
   * @param files the files that the agent renders, such as `/vault/secrets/database`, in a volume that the agent and
   *   its dependents mount
   * @param config the path of the configuration
   * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
   */
  public static vaultAgent(
    version: string,
    files: string[],
    config: string = '/vault/config/agent.hcl',
  ): OrderedContainerProps {
    checkArguments('SidecarPreset.vaultAgent', {
      version: [version, required(NAME)],
      files: [files, required(list(NAME))],
      config: [config, NAME],
    });
    return {
      name: 'vault-agent',
      image: `hashicorp/vault:${withoutV(version)}`,
      // As a user other than root the entrypoint fails in `setcap`, and in `chown` where a mounted folder belongs to
      // root. `SKIP_SETCAP` and `SKIP_CHOWN` only switch that off:
      // https://github.com/hashicorp/vault/blob/1d04c5e/.release/docker/docker-entrypoint.sh.
      command: ['vault'],
      args: ['agent', `-config=${config}`],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.allOf(...files.map(file => ReadyCheck.fileExists(file))),
      // User, group and resources of the injector:
      // https://github.com/hashicorp/vault-k8s/blob/00f9152/agent-inject/agent/agent.go and container_sidecar.go.
      securityContext: { user: 100, group: 1000 },
      resources: {
        cpu: { request: Cpu.millis(250), limit: Cpu.millis(500) },
        memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
      },
    };
  }

  /**
   * Envoy, container `envoy`: ready when `/ready` of its admin interface returns 200, over loopback. It runs as user
   * 101, `envoy` in its image, and requests 100m CPU and 128 MiB, as the Envoy of Istio does.
   *
   * @param version the tag of `envoyproxy/envoy`, such as `1.31.0`, with or without a leading `v`
   * @param adminPort the port of `admin.address` in the configuration of Envoy
   * @see https://www.envoyproxy.io/docs/envoy/latest/operations/admin
   */
  public static envoy(version: string, adminPort: number = 9901): OrderedContainerProps {
    checkArguments('SidecarPreset.envoy', { version: [version, required(NAME)], adminPort: [adminPort, NUMBER] });
    return {
      name: 'envoy',
      image: `envoyproxy/envoy:${version.replace(/^(?=\d)/, 'v')}`,
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/ready', { port: adminPort, host: '127.0.0.1' }),
      // The image has no user. Its entrypoint switches from root to `envoy` with su-exec, and runs Envoy as it is for
      // any other user: https://github.com/envoyproxy/envoy/blob/0252c88/distribution/docker/Dockerfile-envoy and
      // docker-entrypoint.sh.
      securityContext: { user: 101, group: 101 },
      resources: requests(100, 128),
    };
  }

  /**
   * The proxy of Istio, container `istio-proxy`, without an injector: ready when it has its configuration
   * (`/healthz/ready` on port 15021). It runs as user and group 1337, whose traffic Istio does not capture, with the
   * requests of Istio's injector: 100m CPU and 128 MiB.
   *
   * It writes below `/etc/istio/proxy` and `/var/lib/istio/data`, and needs a writable volume at each. The volumes for
   * its certificates and tokens, and its environment, are in the injection template of Istio.
   *
   * @param version the tag of `istio/proxyv2`, such as `1.27.3`, with or without a leading `v`
   * @see https://istio.io/latest/docs/ops/deployment/application-requirements/
   */
  public static istioProxy(version: string): OrderedContainerProps {
    checkArguments('SidecarPreset.istioProxy', { version: [version, required(NAME)] });
    return {
      name: 'istio-proxy',
      image: `istio/proxyv2:${withoutV(version)}`,
      args: ['proxy', 'sidecar'],
      role: ContainerRole.SIDECAR,
      readyWhen: ReadyCheck.httpGet('/healthz/ready', { port: 15021 }),
      // The image has no user: https://github.com/istio/istio/blob/00af2c5/pilot/docker/Dockerfile.proxyv2. User and
      // group are the same as for the injector:
      // https://github.com/istio/istio/blob/0134e00/manifests/charts/istio-control/istio-discovery/files/injection-template.yaml.
      securityContext: { user: 1337, group: 1337 },
      resources: requests(100, 128),
    };
  }

  private constructor() {}
}

/** The tags of Google, HashiCorp and Istio are versions without the `v` of their releases. */
function withoutV(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** Requests without limits, because the app fails with a proxy that is throttled or killed. */
function requests(cpuMillis: number, memoryMebibytes: number): ContainerResources {
  return { cpu: { request: Cpu.millis(cpuMillis) }, memory: { request: Size.mebibytes(memoryMebibytes) } };
}
