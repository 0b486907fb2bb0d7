/**
 * The way in which the wait agent, a static binary, gets into the containers that run it.
 */
export enum AgentDelivery {
  /**
   * A projected volume with a ConfigMap that contains the binary for one architecture. Writes `volumes[].projected`.
   * The library adds the ConfigMap to the chart, before the workloads: immutable, with a hash of the binary in its
   * name. Adds no image and no init container. Needs the architecture of the nodes.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/agent.md
   */
  CONFIG_MAP = 'CONFIG_MAP',

  /**
   * The init container `install-wait-agent` copies the binary for its node from ConfigMaps for amd64 and arm64 into an
   * `emptyDir` in memory. Works without the architecture of the nodes. Each pod starts 0.5 to 0.8 s later and needs an
   * image with `sh`, `cp` and `uname`.
   */
  COPY = 'COPY',

  /**
   * A read-only volume with the image of the agent. Writes `volumes[].image`. Needs `agent.image`, Kubernetes 1.35 or
   * newer and a container runtime that can mount images with executable files, such as containerd 2.1 or newer.
   *
   * @see https://kubernetes.io/docs/concepts/storage/volumes/#image
   */
  IMAGE_VOLUME = 'IMAGE_VOLUME',

  /**
   * Your images contain the agent at `agent.path`: copy it from the image of the agent or from the npm package. Pods
   * get no volume, no ConfigMap and no init container for the agent. Writes the path into an annotation of the pod
   * template, so that the command line recognizes the waits. Containers that wait for something outside the pod run in
   * the image of the dependent.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/platform-teams.md
   */
  IN_IMAGE = 'IN_IMAGE',

  /**
   * No container runs the agent: only the kubelet keeps the order, by the position in the list and by startup probes of
   * native sidecars. A dependency, or an ordered shutdown, that needs the agent is an error (SO409, SO701) that
   * describes what would do without it.
   *
   * @see https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/how-to/platform-teams.md
   */
  NONE = 'NONE',
}
