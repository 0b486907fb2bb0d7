import { existsSync, readFileSync } from 'fs';
import { IConstruct } from 'constructs';
import { problem } from '../../api/private/problem';
import { parseImageFile, IMAGE_FILE } from '../../images/image-file';
import { OrderContext } from '../../pod/resolve-options';

const IMAGES_CONTEXT = 'cdk8s-startup-order:images';

type ImageFileContext = NonNullable<OrderContext['images']>;

/** The files that an app has read, by the root of its constructs and by path; the working directory has no path. All workloads of an app use the same content. */
const CONTENTS = new WeakMap<IConstruct, Map<string | undefined, ImageFileContext | undefined>>();

/** Reads the image file that the option or the construct context names, otherwise the file in the working directory. An invalid file throws an error. */
export function readImageFile(option: string | undefined, { node }: IConstruct): ImageFileContext | undefined {
  const context: unknown = option ?? node.tryGetContext(IMAGES_CONTEXT);
  const path = context === undefined ? undefined : String(context);
  const contents = CONTENTS.get(node.root) ?? new Map<string | undefined, ImageFileContext | undefined>();
  CONTENTS.set(node.root, contents);
  if (!contents.has(path)) {
    const where = option !== undefined ? '`startupOrder.images`' : path !== undefined ? `the context '${IMAGES_CONTEXT}'` : 'the working directory';
    contents.set(path, path === undefined && !existsSync(IMAGE_FILE) ? undefined : readContent(path ?? IMAGE_FILE, where));
  }
  return contents.get(path);
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
