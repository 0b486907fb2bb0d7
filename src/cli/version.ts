import { readFileSync } from 'fs';
import { join } from 'path';

/** Of this package. */
export const VERSION: string = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')).version;
