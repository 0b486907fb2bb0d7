/** Checks the links of all pages, and the links that the library prints: file, heading, or a valid https URL. */
import { existsSync } from 'fs';
import { join } from 'path';
import { brokenLinks } from './links';
import { filesBelow, pagesBelow } from './pages';

const ROOT = join(__dirname, '..');

export function checkLinks(): void {
  const pages = pagesBelow(ROOT);
  const broken = brokenLinks({
    pages,
    sources: filesBelow(ROOT, 'src/*.ts'),
    exists: path => existsSync(join(ROOT, path)),
  });
  broken.forEach(link => console.error(link));
  if (broken.length > 0) {
    process.exitCode = 1;
  } else {
    console.log(`the links of ${Object.keys(pages).length} pages are valid`);
  }
}
