import { documentsOf, isUnreadable, ManifestDocument, Unreadable } from './documents';
import { Machine } from './machine';
import { Progress } from './progress';

/** What was found in the files that were named. */
export interface Input {
  readonly documents: readonly ManifestDocument[];
  readonly unreadable: readonly Unreadable[];
}

/** What standard input is called in findings. */
export const STDIN = '<stdin>';

/** All documents of the files, of the YAML and JSON files below directories, and of standard input, which is `-`. What is wrong with one file leaves the others as they are. */
export function readInput(names: readonly string[], machine: Machine, progress: Progress): Input {
  const documents: ManifestDocument[] = [];
  const unreadable: Unreadable[] = [];
  const fail = (source: string, error: unknown) => { unreadable.push({ source, message: reasonOf(error) }); };

  for (const name of names) {
    const { sources, isNamed } = expand(name, machine, fail);
    for (const source of sources) {
      let text: string;
      try {
        text = source === '-' ? machine.standardInput() : machine.read(source);
      } catch (error) {
        fail(sourceName(source), error);
        continue;
      }
      const before = documents.length + unreadable.length;
      for (const read of documentsOf(sourceName(source), text)) {
        // Beside manifests there is always something else, such as the values of a chart.
        if (isUnreadable(read) && read.isOther && !isNamed) { continue; }
        (isUnreadable(read) ? unreadable as unknown[] : documents as unknown[]).push(read);
        progress.tell(() => `${sourceName(source)}: ${documents.length} objects read`);
      }
      // The other end of a pipe that failed leaves it empty: that is not a manifest without faults.
      if (isNamed && documents.length + unreadable.length === before) { unreadable.push({ source: sourceName(source), message: 'there is no object in it' }); }
    }
  }
  return { documents, unreadable };
}

interface Expanded {
  readonly sources: readonly string[];
  /** By the user; else it was found in a directory. */
  readonly isNamed: boolean;
}

function expand(name: string, machine: Machine, fail: (source: string, error: unknown) => void): Expanded {
  if (name === '-') { return { sources: [name], isNamed: true }; }
  try {
    const below = machine.filesBelow(name)?.filter(file => /\.(?:ya?ml|json)$/.test(file) && !/(?:^|[\\/])(?:node_modules|\.git)[\\/]/.test(file));
    if (below?.length === 0) { fail(name, new Error('there is no YAML or JSON file in this directory')); }
    return below ? { sources: below, isNamed: false } : { sources: [name], isNamed: true };
  } catch (error) {
    fail(name, error);
    return { sources: [], isNamed: true };
  }
}

const sourceName = (source: string) => source === '-' ? STDIN : source;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a directory',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is no text in UTF-8',
  ERR_STRING_TOO_LONG: 'it is too large to be read at once (512 MiB); split it',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read at once (2 GiB); split it',
};

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}
