/** Fails where a link of a page, or one that the library prints, leads nowhere: no such file, no such heading, or no https URL. */
import { existsSync } from 'fs';
import { join } from 'path';
import { brokenLinks } from './links';
import { filesBelow, pagesBelow } from './pages';

const ROOT = join(__dirname, '..');

/** jsii-docgen makes a link of whatever stands behind `@see`: cdk8s-plus has names of methods there. */
const NOT_OURS = /^API\.md:\d+: I\w+\.\w+\(\): /;

const pages = pagesBelow(ROOT);
const broken = brokenLinks({ pages, sources: filesBelow(ROOT, 'src/*.ts'), exists: path => existsSync(join(ROOT, path)) }).filter(link => !NOT_OURS.test(link));
broken.forEach(link => console.error(link));
if (broken.length > 0) { process.exitCode = 1; } else { console.log(`the links of ${Object.keys(pages).length} pages lead somewhere`); }
