import { join } from 'path';
import { reasonOf } from './file-error';
import { Machine } from './host';
import { documentsOf, isUnreadable, ManifestDocument, Unreadable } from './parse-documents';
import { Progress } from './progress';

/** What was found in the files that were named. */
export interface Input {
  readonly documents: readonly ManifestDocument[];
  readonly unreadable: readonly Unreadable[];
}

/** What standard input is called in findings. */
export const STDIN = '<stdin>';

/** All documents of the files, of the YAML and JSON files below directories, and of standard input, which is `-`. */
export function readInput(names: readonly string[], machine: Machine, progress: Progress): Input {
  const unreadable: Unreadable[] = [];
  return { documents: [...readDocuments(names, machine, progress, read => { unreadable.push(read); })], unreadable };
}

/** The same one by one, for a caller that does not keep them. What is wrong with one file leaves the others as they are, and is one line for each file. */
export function* readDocuments(
  names: readonly string[], machine: Machine, progress: Progress, report: (read: Unreadable) => void,
): Generator<ManifestDocument> {
  const fail = (source: string, error: unknown) => { report({ source, message: reasonOf(error) }); };
  let objects = 0;

  // Standard input is empty when it is read again.
  const once = names.filter((name, i) => name !== '-' || names.indexOf(name) === i);
  for (const { file, isNamed } of once.flatMap(name => filesOf(name, machine, fail))) {
    const source = sourceName(file);
    let text: string;
    try {
      text = textOf(file, machine);
    } catch (error) {
      fail(source, error);
      continue;
    }
    const before = objects;
    const wrong: Unreadable[] = [];
    for (const read of documentsOf(source, text)) {
      if (!isUnreadable(read)) {
        objects++;
        yield read;
      } else if (isNamed || !read.isOther) { // beside manifests there is always something else, such as the values of a chart
        wrong.push(read);
      }
      progress.tell(() => `${source}: ${objects} objects read`);
    }
    // The other end of a pipe that failed leaves it empty: that is not a manifest without faults.
    if (isNamed && objects === before && wrong.length === 0) { wrong.push({ source, message: 'there is no object in it' }); }
    if (wrong.length > 0) { report(inOne(wrong)); }
  }
}

/** A template that nobody has rendered contains a hundred errors, all for one reason. */
function inOne([first, ...others]: readonly Unreadable[]): Unreadable {
  return others.length === 0 ? first : { ...first, message: `${first.message} (and ${others.length} more in this file)` };
}

interface FileToRead {
  readonly file: string;
  /** By the user; else it was found in a directory. */
  readonly isNamed: boolean;
}

type Fail = (source: string, error: unknown) => void;

function filesOf(name: string, machine: Machine, fail: Fail): FileToRead[] {
  try {
    if (name === '-' || machine.list(name) === undefined) { return [{ file: name, isNamed: true }]; }
  } catch (error) {
    fail(name, error);
    return [];
  }
  const below = manifestsBelow(name, machine, fail);
  if (below.length === 0) { fail(name, new Error('there is no YAML or JSON file in this directory')); }
  return below.sort().map(file => ({ file, isNamed: false }));
}

/** Where nobody keeps manifests, and what takes long to look through. */
const SKIPPED = ['node_modules', '.git'];

function manifestsBelow(directory: string, machine: Machine, fail: Fail): string[] {
  try {
    return machine.list(directory)!.flatMap(({ name, isDirectory }) => {
      const path = join(directory, name);
      if (isDirectory) { return SKIPPED.includes(name) ? [] : manifestsBelow(path, machine, fail); }
      return /\.(?:ya?ml|json)$/.test(name) ? [path] : [];
    });
  } catch (error) {
    fail(directory, error);
    return [];
  }
}

/** '-' is standard input. */
export function sourceName(file: string): string {
  return file === '-' ? STDIN : file;
}

/** Throws as Node does. */
export function textOf(file: string, machine: Machine): string {
  return file === '-' ? machine.standardInput() : machine.read(file);
}
