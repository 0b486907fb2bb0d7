/** The prefix of annotations and API groups: the name of the project on GitHub Pages. */
export const DOMAIN = 'cdk8s-startup-order.github.io';
