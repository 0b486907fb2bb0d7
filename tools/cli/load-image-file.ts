import { Host } from './host';
import { FileOptions } from './output';
import { errorAt } from '../../src/api/private/problem';
import { ImageFile, readImageFile } from '../../src/images/image-file';

/**
 * Reads the image file of `--images`, otherwise of the working directory, if it exists, as synth does. A file that
 * cannot be read is an error.
 */
export function loadImageFile({ images: path }: FileOptions, machine: Host): ImageFile | undefined {
  const { file, problems } = readImageFile(path, '`--images`', machine.read);
  if (problems.length > 0) {
    throw errorAt(path ?? '.', ...problems);
  }
  return file;
}
