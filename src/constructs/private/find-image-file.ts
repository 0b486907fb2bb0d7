import { readFileSync } from 'fs';
import { IConstruct } from 'constructs';
import { getOrCreate } from '../../api/private/collections';
import { ImageFileReading, readImageFile } from '../../images/image-file';
import { CONTEXT } from '../../pod/own-names';

/**
 * The files that an app has read, by the root of its constructs and by path; the working directory has no path. All
 * workloads of an app use the same content.
 */
const CONTENTS = new WeakMap<IConstruct, Contents>();
type Contents = Map<string | undefined, ImageFileReading>;

/**
 * Reads the image file that the option or the construct context specifies, otherwise the file in the working directory.
 * An invalid file throws an error.
 */
export function findImageFile(root: IConstruct, option: string | undefined, context: unknown): ImageFileReading {
  const stated = option ?? context;
  const path = stated === undefined ? undefined : String(stated);
  const contents = getOrCreate(CONTENTS, root, (): Contents => new Map());
  const where = option === undefined ? `the context '${CONTEXT.images}'` : '`startupOrder.images`';
  return getOrCreate(contents, path, () => readImageFile(path, where, file => readFileSync(file, 'utf8')));
}
