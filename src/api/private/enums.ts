import * as words from '../enums';
import { Protocol as ProtocolWords } from '../protocol';

/** The words of the public enums. */
export type ContainerRole = `${words.ContainerRole}`;
export type Guarantee = `${words.Guarantee}`;
export type Mechanism = `${words.Mechanism}`;
export type StartCondition = `${words.StartCondition}`;
export type Protocol = `${ProtocolWords}`;

/** The ways in which the wait agent, a static binary, gets into the containers that run it. */
export const AGENT_DELIVERIES = [
  /**
   * A projected volume with a ConfigMap that contains the binary for one architecture. Writes `volumes[].projected`.
   * The library adds the ConfigMap to the chart, before the workloads: immutable, with a hash of the binary in its
   * name. Adds no image and no init container. Needs the architecture of the nodes.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/agent.md
   */
  'CONFIG_MAP',

  /**
   * The init container `install-wait-agent` copies the binary for its node from a ConfigMap for amd64 and arm64 into an
   * `emptyDir` in memory. Works without the architecture of the nodes. Each pod starts 0.5 to 0.8 s later and needs an
   * image with `sh`, `cp` and `uname`.
   */
  'COPY',

  /**
   * A read-only volume with the image of the agent. Writes `volumes[].image`. Needs `agent.image`, Kubernetes 1.35 or
   * newer and a container runtime that can mount images with executable files, such as containerd 2.1 or newer.
   *
   * @see https://kubernetes.io/docs/concepts/storage/volumes/#image
   */
  'IMAGE_VOLUME',

  /**
   * Your images contain the agent at `agent.path`: copy it from the image of the agent or from the npm package. Pods
   * get no volume, no ConfigMap and no init container for the agent. Writes the path into an annotation of the pod
   * template, so that the command line recognizes the waits. Containers that wait for something outside the pod run in
   * the image of the dependent.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/platform-teams.md
   */
  'IN_IMAGE',

  /**
   * No container runs the agent: only the kubelet keeps the order, by the position in the list and by startup probes of
   * native sidecars. A dependency, or an ordered shutdown, that needs the agent is an error (SO409, SO701) that
   * describes what would do without it.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/platform-teams.md
   */
  'NONE',
] as const;
export type AgentDelivery = (typeof AGENT_DELIVERIES)[number];

/**
 * The place of a container in the pod spec. `INIT`: in `initContainers`, runs to completion. `NATIVE_SIDECAR`: in
 * `initContainers` with `restartPolicy: Always`. `CONTAINER`: in `containers`.
 */
export type ContainerSlot = 'INIT' | 'NATIVE_SIDECAR' | 'CONTAINER';

/** Returns the list of the pod spec that contains the slot. */
export function getList(slot: ContainerSlot): 'initContainers' | 'containers' {
  return slot === 'CONTAINER' ? 'containers' : 'initContainers';
}

/** The effects of a dependency that does not meet its condition within the `timeout`. */
export const ON_TIMEOUT = [
  /**
   * The dependent does not start. An init container that waits, or a gate (`Mechanism.ENTRYPOINT_GATE`), exits with
   * 124, and the kubelet restarts it according to the restart policy. A startup probe makes the kubelet restart the
   * dependency, and the dependent keeps waiting. A postStart hook of a regular container cannot prevent the start: this
   * combination is an error.
   */
  'FAIL',

  /**
   * The dependent starts anyway. A startup probe and `Mechanism.GUARDED_HOOK` cannot do that, so the planner chooses
   * another mechanism.
   */
  'CONTINUE',
] as const;
export type OnTimeout = (typeof ON_TIMEOUT)[number];

/**
 * The mechanism that delays the SIGTERM of a container until another container has exited. The order holds within the
 * grace period: after that, the kubelet sends SIGKILL to all remaining containers. It does not hold without a grace
 * period, as in an eviction, with `--grace-period=0`, or in a node shutdown that grants less time.
 *
 * `SIDECAR_ORDER`: the kubelet sends SIGTERM to native sidecars after all app containers have exited, one after the
 * other, the last of `initContainers` first
 * (https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#sidecar-containers-and-pod-lifecycle).
 * `LIFE_LOCK`: the dependent locks a file as long as it runs. The `preStop` hook of the dependency waits for the lock,
 * and the kubelet sends SIGTERM after the hook.
 */
export type StopMechanism = 'SIDECAR_ORDER' | 'LIFE_LOCK';
