import { readFileSync } from 'fs';
import { join } from 'path';
import { ComposeOptions, ComposeReading, parseCompose } from '../../tools/compose/parse-compose';

export const FILES = join(__dirname, 'files');

/** A compose project of the tests: its files, profiles and variables. */
export interface ComposeCase {
  readonly files: readonly string[];
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export const CASES: readonly ComposeCase[] = [
  { files: ['shop.yaml'] },
  { files: ['anchors.yaml'] },
  { files: ['extends.yaml'] },
  { files: ['profiles.yaml'] },
  { files: ['profiles.yaml'], profiles: ['debug'] },
  { files: ['profiles.yaml'], profiles: ['*'] },
  { files: ['variables.yaml'], environment: { DB_USER: 'ann' } },
  {
    files: ['variables.yaml'],
    environment: { DB_USER: '', FALLBACK_USER: 'eve', PREFIX: 'x', RESTART: 'no', CONDITION: 'service_started', REQUIRED: 'False', INTERVAL: '7.5', RETRIES: '9', DISABLE: 'TRUE' },
  },
  { files: ['shared.yaml'] },
  { files: ['optional.yaml'] },
  { files: ['checks.yaml'] },
  { files: ['pipeline.yaml'] },
  { files: ['override.yaml', 'override.local.yaml'] },
];

/** Reads the files of a case. */
export function readCase({ files, ...options }: ComposeCase): ComposeReading {
  return parseCompose(files.map(source => ({ source, text: readFileSync(join(FILES, source), 'utf8') })), { ...options, readFile });
}

/** Reads one compose file from its text. */
export function readText(text: string, options: ComposeOptions = {}): ComposeReading {
  return parseCompose([{ source: 'compose.yaml', text }], options);
}

function readFile(path: string): string | undefined {
  try {
    return readFileSync(join(FILES, path), 'utf8');
  } catch {
    return undefined;
  }
}
