import { readFileSync } from 'fs';
import { join } from 'path';

/**
 * The page of the HTML report, with names in braces for its parts; its security policy blocks scripts and requests.
 * scripts/bundle.ts replaces this file.
 */
export const REPORT_PAGE: string = readFileSync(join(__dirname, 'report.html'), 'utf8');
