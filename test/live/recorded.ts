import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { Recording } from '../../conformance/live/recording';

const DIRECTORY = join(__dirname, 'recorded/1.37.1');

/** A recorded pod and its events: `npm run conformance -- --story 'live-*' --record test/live/recorded`. */
export function recorded(name: string): Recording { return JSON.parse(readFileSync(join(DIRECTORY, `${name}.json`), 'utf8')); }

export const RECORDED: readonly string[] = readdirSync(DIRECTORY).map(file => file.replace('.json', '')).sort();
