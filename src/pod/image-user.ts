import { ContainerJson } from '../api/private/pod-spec';
import { ImageFile } from '../images/image-configuration';
import { findImageField } from '../images/image-file';

/**
 * Returns the numeric user of the image of a container, such as 101 for `101:101`. A name has a number only inside the
 * image. `undefined` if the platforms of the image have different users.
 */
export function findImageUser({ image = '' }: ContainerJson, images: ImageFile | undefined): number | undefined {
  const user = findImageField(images, image, 'user');
  return user !== undefined && /^\d+(:|$)/.test(user) ? parseInt(user, 10) : undefined;
}
