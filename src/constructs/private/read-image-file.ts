import { existsSync, readFileSync } from 'fs';
import { resolve } from 'path';
import { problem } from '../../api/private/problem';
import { parseImageFile, IMAGE_FILE } from '../../images/image-file';
import { OrderContext } from '../../pod/resolve-options';

export const IMAGES_CONTEXT = 'cdk8s-startup-order:images';

type ImageFileContext = NonNullable<OrderContext['images']>;

/** By absolute path. All workloads of a process use the same content. */
const CONTENTS = new Map<string, ImageFileContext>();

/** Reads the image file that the option or the construct context names, otherwise the file in the working directory. An invalid file throws an error. */
export function readImageFile(option: string | undefined, context: unknown): ImageFileContext | undefined {
  if (option !== undefined) { return readOnce(option, '`startupOrder.images`'); }
  if (context !== undefined) { return readOnce(String(context), `the context '${IMAGES_CONTEXT}'`); }
  return CONTENTS.has(resolve(IMAGE_FILE)) || existsSync(IMAGE_FILE) ? readOnce(IMAGE_FILE, 'the working directory') : undefined;
}

function readOnce(path: string, where: string): ImageFileContext {
  const key = resolve(path);
  const known = CONTENTS.get(key);
  if (known) { return known; }
  const content = readContent(path, where);
  if (content.file) { CONTENTS.set(key, content); }
  return content;
}

function readContent(path: string, where: string): ImageFileContext {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { problems: [problem('SO644', { where, path, why: (error as Error).message.replace(/, open .*$/, '') })] };
  }
  return { file: parseImageFile(text, path), problems: [] };
}
