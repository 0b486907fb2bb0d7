import { join } from 'path';
import { describeFileError } from './file-error';
import { Host } from './host';
import {
  InputText,
  isUnreadable,
  ManifestDocument,
  mergeErrors,
  parseDocuments,
  UnreadableInput,
} from '../order/parse-documents';

/** The name of standard input in findings. */
export const STDIN_NAME = '<stdin>';

/** Reads the texts one by one: of files, of the YAML and JSON files in directories, and of standard input, `-`. */
export function* readTexts(
  names: readonly string[],
  machine: Host,
  report: (read: UnreadableInput) => void,
): Generator<InputText> {
  const fail = (source: string, error: unknown) => {
    report({ source, message: describeFileError(error) });
  };
  // Standard input can be read only once.
  const once = names.filter((name, i) => name !== '-' || names.indexOf(name) === i);
  for (const { file, isNamed } of once.flatMap(name => listFiles(name, machine, fail))) {
    const source = nameSource(file);
    let text: string;
    try {
      text = readSource(file, machine);
    } catch (error) {
      fail(source, error);
      continue;
    }
    yield { source, text, isNamed };
  }
}

/**
 * Reads the documents one by one, for a caller that does not keep them. An error in one file does not affect the
 * others; `unreadable` receives one for each file. `readOther`: reads a text that contains no manifests, and returns
 * whether it did.
 */
export function* readDocuments(
  names: readonly string[],
  machine: Host,
  unreadable: UnreadableInput[],
  readOther?: (input: InputText) => boolean,
): Generator<ManifestDocument> {
  const texts = readTexts(names, machine, read => {
    unreadable.push(read);
  });
  for (const input of texts) {
    if (readOther?.(input)) {
      continue;
    }
    const { source, text, isNamed } = input;
    let isEmpty = true;
    const wrong: UnreadableInput[] = [];
    for (const read of parseDocuments(source, text)) {
      if (!isUnreadable(read)) {
        isEmpty = false;
        yield read;
      } else if (isNamed || !read.isOther) {
        // directories with manifests also contain other YAML, such as the values of a chart
        wrong.push(read);
      }
    }
    unreadable.push(...mergeErrors(input, isEmpty, wrong));
  }
}

interface FileToRead {
  readonly file: string;
  /** The user named the file; otherwise it was found in a directory. */
  readonly isNamed: boolean;
}

type Fail = (source: string, error: unknown) => void;

function listFiles(name: string, machine: Host, fail: Fail): FileToRead[] {
  try {
    if (name === '-' || machine.list(name) === undefined) {
      return [{ file: name, isNamed: true }];
    }
  } catch (error) {
    fail(nameSource(name), error);
    return [];
  }
  const below = findManifests(name, machine, fail);
  if (below.length === 0) {
    fail(name, new Error('there is no YAML or JSON file in this directory'));
  }
  return below.sort().map(file => ({ file, isNamed: false }));
}

/** Directories that are skipped: large, and without manifests. */
const SKIPPED = ['node_modules', '.git'];

function findManifests(directory: string, machine: Host, fail: Fail): string[] {
  try {
    return machine.list(directory)!.flatMap(({ name, isDirectory }) => {
      const path = join(directory, name);
      if (isDirectory) {
        return SKIPPED.includes(name) ? [] : findManifests(path, machine, fail);
      }
      return /\.(?:ya?ml|json)$/.test(name) ? [path] : [];
    });
  } catch (error) {
    fail(directory, error);
    return [];
  }
}

/** A pattern is the name of a file or directory, or the end of its path: `templates`, `charts/web`, `*.tpl.yaml`. */
export function isExcluded(path: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => {
    const parts = pattern
      .replace(/^\.?\/|\/$/g, '')
      .split('*')
      .map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`(?:^|/)${parts.join('[^/]*')}(?:/|$)`).test(path);
  });
}

/** Names a source; '-' is standard input. A variable of a script without a value gives an empty name. */
export function nameSource(file: string): string {
  return file === '-' ? STDIN_NAME : file || "''";
}

/** Throws an error if two inputs are standard input, which can be read only once. */
export function checkStandardInput(inputs: Readonly<Record<string, readonly (string | undefined)[]>>): void {
  const [first, second] = Object.keys(inputs).filter(name => inputs[name].includes('-'));
  if (second !== undefined) {
    throw new Error(`${first} and ${second} both come from standard input; pass one as a file`);
  }
}

/** Throws the errors of Node. */
export function readSource(file: string, machine: Host): string {
  return file === '-' ? machine.standardInput() : machine.read(file);
}
