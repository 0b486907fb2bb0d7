import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Recording } from '../../conformance/live/recording';

const DIRECTORY = join(__dirname, 'recorded');

/** A recorded pod and its events: `npm run conformance -- --story 'live-*' --record test/live/recorded`. */
export function recorded(version: string, name: string): Recording {
  return JSON.parse(readFileSync(join(DIRECTORY, version, `${name}.json`), 'utf8'));
}

export const RECORDED: readonly [version: string, name: string][] = readdirSync(DIRECTORY).sort()
  .flatMap(version => readdirSync(join(DIRECTORY, version)).sort().map((file): [string, string] => [version, file.replace('.json', '')]));
