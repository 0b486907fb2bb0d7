/** A container whose command comes from an image that the image file does not contain. */
export interface UnknownCommand {
  readonly name: string;
  /** Empty: the manifest contains no image. */
  readonly image: string;
}

/**
 * Returns the two ways to a known command: "write the `command` of 'web', or add its image to the image file
 * (`cdk8s-startup-order images --image shop/web:7`)".
 */
export function describeCommandRemedy(containers: readonly UnknownCommand[]): string {
  const names = containers.map(c => `'${c.name}'`).join(' and ');
  const images = [...new Set(containers.map(c => c.image))];
  const which = images.includes('') ? ' MANIFESTS…' : images.map(image => ` --image ${image}`).join('');
  return (
    `write the \`command\` of ${names}, or add ${containers.length === 1 ? 'its image' : 'their images'} to the ` +
    `image file (\`cdk8s-startup-order images${which}\`)`
  );
}
