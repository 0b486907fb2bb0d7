/** Fills docs/README.md and docs/contributing/README.md with the heading and the first sentence of each page. */
import { readdirSync, readFileSync } from 'fs';
import { join, posix } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';

const DOCS = join(__dirname, '..', 'docs');
/** The pages for contributors have an index of their own, and are not in the navigation of the site. */
const CONTRIBUTING = 'contributing';

/** The first pages of each folder. The other pages follow by name. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'tutorial': [],
  'how-to': [
    'which-way',
    'deploy-tools',
    'compose',
    'migrate-from-hooks',
    'jobs',
    'meshes',
    'images',
    'helm-chart',
    'pipeline',
    'restricted',
    'platform-teams',
  ],
  'reference': [
    'startup-order-object',
    'workloads',
    'dependencies',
    'mechanisms',
    'agent',
    'limits',
    'errors',
    'lint',
    'glossary',
  ],
  'explanation': ['how-the-kubelet-starts-a-pod', 'why-hooks-fail-open', 'guarantees'],
};

interface Page {
  readonly title: string;
  /** The path relative to docs/. */
  readonly path: string;
  readonly about: string;
}

export function pagesIn(folder: string): Page[] {
  const names = readdirSync(join(DOCS, folder))
    .filter(file => file.endsWith('.md'))
    .map(file => file.replace(/\.md$/, ''))
    .sort();
  const first = FIRST[folder] ?? [];
  return [
    ...first.filter(name => names.includes(name)),
    ...names.filter(name => !first.includes(name) && name !== 'README'),
  ].map(name => pageOf(`${folder}/${name}.md`));
}

function pageOf(path: string): Page {
  const [heading, ...rest] = readFileSync(join(DOCS, path), 'utf8')
    .replace(/<!--[^]*?-->/g, '')
    .split('\n');
  if (!heading.startsWith('# ')) {
    throw new Error(`${path} does not begin with a heading`);
  }
  return {
    title: heading.slice(2),
    path,
    about: firstSentence(rest.join('\n').trim().split('\n\n')[0].replace(/\s+/g, ' ')),
  };
}

/** Returns the first sentence without its links, which are relative to the page. */
function firstSentence(paragraph: string): string {
  const [sentence] = /^.*?[.?](?= |$)/.exec(paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')) ?? [paragraph];
  return sentence;
}

/** Lists the pages of a folder. The links are relative to docs/, or to `index`. */
function list(folder: string, index = '.'): string {
  return pagesIn(folder)
    .map(({ title, path, about }) => `- [${title}](${posix.relative(index, path)}): ${about}`)
    .join('\n');
}

export function writeIndex(): void {
  writeOrCheck(join(DOCS, 'README.md'), before =>
    withBlocks(before, Object.fromEntries(Object.keys(FIRST).map(folder => [folder, list(folder)]))),
  );
  writeOrCheck(join(DOCS, CONTRIBUTING, 'README.md'), before =>
    withBlocks(before, {
      pages: list(CONTRIBUTING, CONTRIBUTING),
      decisions: list(`${CONTRIBUTING}/decisions`, CONTRIBUTING),
      upstream: list(`${CONTRIBUTING}/upstream`, CONTRIBUTING),
    }),
  );
}
