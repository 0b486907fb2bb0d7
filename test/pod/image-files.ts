import { ImageConfiguration } from '../../src/images/image-file';

export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** An image file with one image. */
export function imagesWith(reference: string, entry: Partial<ImageConfiguration>): { readonly images: Map<string, ImageConfiguration> } {
  return { images: new Map([[reference, { digest: DIGEST, platforms: ['linux/amd64'], ...entry }]]) };
}
