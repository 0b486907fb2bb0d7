import { ImageFile } from './image-configuration';
import { IMAGE_FILE, parseImageFile } from './image-file';
import { problem } from './problems';
import { Problem } from '../api/private/problem';

/** The path of an image file, and the option that specifies it. */
export interface NamedImageFile {
  readonly path: string;
  /** For errors, such as '`startupOrder.images`'. */
  readonly where: string;
}

/** An image file, or the reason why it cannot be read. */
export interface ImageFileReading {
  readonly file?: ImageFile;
  readonly problems: readonly Problem[];
}

/**
 * Reads the named image file, otherwise `startup-order.images.json` in the working directory; `undefined`: that file
 * does not exist. An invalid file throws an error. `read` returns the text of a file, and throws the errors of Node.
 */
export function readImageFile(
  named: NamedImageFile | undefined,
  read: (path: string) => string,
): ImageFileReading | undefined {
  const { path, where } = named ?? { path: IMAGE_FILE, where: 'the working directory' };
  let text: string;
  try {
    text = read(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return !named && code === 'ENOENT'
      ? undefined
      : { problems: [problem('SO644', { where, path, why: message.replace(/, open .*$/, '') })] };
  }
  return { file: parseImageFile(text, path), problems: [] };
}
