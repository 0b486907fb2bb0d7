/** The domain of the annotations and of the object StartupOrder: that of the pages of the project. */
export const DOMAIN = 'cdk8s-startup-order.github.io';

/** The annotation of a pod template with the dependencies of its containers, for the command `order`. */
export const DEPENDS_ON_ANNOTATION = `${DOMAIN}/depends-on`;

/**
 * The annotation of a pod that the command `order` has ordered. Its value is a hash of the declarations and the
 * options.
 */
export const ORDERED_ANNOTATION = `${DOMAIN}/ordered`;

/** The annotation of a pod template that names the image and the digest of each command from the image file. */
export const COMMAND_ANNOTATION = `${DOMAIN}/command-from-image`;

/** The annotation of a pod template with the path of the agent in the images of the pod. */
export const AGENT_ANNOTATION = `${DOMAIN}/agent-path`;

/** The annotation of a pod template for which the chart has a policy: its revision. */
export const REVISION_ANNOTATION = `${DOMAIN}/policy-revision`;

/**
 * The annotation of a workload, outside its pod template, with the stated Kubernetes version of the plan: a change
 * restarts no pod.
 */
export const KUBERNETES_VERSION_ANNOTATION = `${DOMAIN}/kubernetes-version`;

/** All annotations of the project. */
export const ANNOTATIONS_OF_PROJECT: readonly string[] = [
  DEPENDS_ON_ANNOTATION,
  ORDERED_ANNOTATION,
  COMMAND_ANNOTATION,
  REVISION_ANNOTATION,
  AGENT_ANNOTATION,
  KUBERNETES_VERSION_ANNOTATION,
];

/** The label of the ConfigMaps and the policies that the library adds. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order' };
