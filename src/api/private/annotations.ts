/** The domain of the annotations and of the object StartupOrder: that of the pages of the project. */
export const DOMAIN = 'cdk8s-startup-order.github.io';

/** The annotation of a pod template with the dependencies of its containers, for the command `order`. */
export const DEPENDS_ON_ANNOTATION = `${DOMAIN}/depends-on`;

/** The annotation of a pod that the command `order` has ordered. Its value is a hash of the declarations and the options. */
export const ORDERED_ANNOTATION = `${DOMAIN}/ordered`;

/** The annotation of a pod template that names the image and the digest of each command from the image file. */
export const COMMAND_ANNOTATION = `${DOMAIN}/command-from-image`;

/** The label of the ConfigMaps and the policies that the library adds. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order' };
