import { readFileSync } from 'fs';
import { join } from 'path';

/** The version of this package. scripts/bundle.ts replaces this file. */
export const VERSION: string = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')).version;
