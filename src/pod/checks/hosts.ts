import { optional } from './check-module';
import { ContainerJson } from '../../api/private/pod-spec';

/** The host for the agent, unless the user names a host: loopback reaches every container of the pod. */
export const LOOPBACK = '127.0.0.1';
/** The host of kubelet probes in plans and errors, unless the user names a host. */
export const POD_IP = 'POD_IP';

export const HOST_FIELD = optional(
  'text',
  'The host. With a host, the kubelet never makes the check. Default: 127.0.0.1; in a startup probe the IP ' +
    'address of the pod.',
);

/** Whether the host is the pod itself or, with `hostNetwork`, the node. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(localhost\.?|127(\.\d+){1,3}|0\.0\.0\.0|ip6-localhost|::1?)$/i.test(host);
}

/** Returns the number of a port of a probe; `undefined`: the container has no port with this name. */
export function resolvePort(port: number | string, { ports }: ContainerJson): number | undefined {
  return typeof port === 'number' ? port : ports?.find(p => p.name === port)?.containerPort;
}

export function joinHostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The kubelet probes a named host from the node, where loopback is the loopback of the node and names may resolve to
 * other addresses. Pod Security forbids such a probe, too: k8s.io/pod-security-admission 1.34–1.37,
 * policy/check_hostProbesAndhostLifecycle.go, level baseline.
 */
export function describeHostObstacle(host: string): string {
  return `a kubelet probe that names a host (${host}) asks it from the node, which Pod Security forbids`;
}
