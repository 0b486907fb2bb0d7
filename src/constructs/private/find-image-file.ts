import { readFileSync } from 'fs';
import { IConstruct } from 'constructs';
import { ImageFileReading, readImageFile } from '../../images/image-file';
import { CONTEXT } from '../../pod/own-names';

/**
 * The files that an app has read, by the root of its constructs and by path; the working directory has no path. All
 * workloads of an app use the same content.
 */
const CONTENTS = new WeakMap<IConstruct, Contents>();
type Contents = Map<string | undefined, ImageFileReading | undefined>;

/**
 * Reads the image file that the option or the construct context specifies, otherwise the file in the working directory.
 * An invalid file throws an error.
 */
export function findImageFile(
  root: IConstruct,
  option: string | undefined,
  context: unknown,
): ImageFileReading | undefined {
  const stated = option ?? context;
  const path = stated === undefined ? undefined : String(stated);
  const contents: Contents = CONTENTS.get(root) ?? new Map();
  CONTENTS.set(root, contents);
  if (!contents.has(path)) {
    const where = option === undefined ? `the context '${CONTEXT.images}'` : '`startupOrder.images`';
    contents.set(
      path,
      readImageFile(path === undefined ? undefined : { path, where }, file => readFileSync(file, 'utf8')),
    );
  }
  return contents.get(path);
}
