/** Fills docs/README.md from the pages themselves: the heading of each, and its first sentence. With --check it fails when it is stale. */
import { readdirSync, readFileSync } from 'fs';
import { join, relative } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';

const DOCS = join(__dirname, '..', 'docs');
const INDEX = join(DOCS, 'README.md');

/** Where to begin; the others follow by their names. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'tutorial': [],
  'how-to': [],
  'reference': ['workloads', 'dependencies', 'mechanisms', 'shutdown', 'limits', 'errors', 'lint', 'languages'],
  'explanation': ['how-the-kubelet-starts-a-pod', 'why-hooks-fail-open', 'guarantees', 'measured'],
  'explanation/decisions': [],
};

function pagesIn(folder: string): string {
  const names = readdirSync(join(DOCS, folder)).filter(file => file.endsWith('.md')).map(file => file.replace(/\.md$/, '')).sort();
  const ordered = [...FIRST[folder].filter(name => names.includes(name)), ...names.filter(name => !FIRST[folder].includes(name))];
  return ordered.map(name => line(join(DOCS, folder, `${name}.md`))).join('\n');
}

function line(file: string): string {
  const [heading, ...rest] = readFileSync(file, 'utf8').replace(/<!--[^]*?-->/g, '').split('\n');
  if (!heading.startsWith('# ')) { throw new Error(`${file} does not begin with a heading`); }
  const paragraph = rest.join('\n').trim().split('\n\n')[0].replace(/\s+/g, ' ');
  return `- [${heading.slice(2)}](${relative(DOCS, file)}): ${firstSentence(paragraph)}`;
}

/** Links in it are relative to the page: here their words are enough. */
function firstSentence(paragraph: string): string {
  const [sentence] = /^.*?[.?](?= |$)/.exec(paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')) ?? [paragraph];
  return sentence;
}

writeOrCheck(INDEX, before => withBlocks(before, Object.fromEntries(Object.keys(FIRST).map(folder => [folder.replace('/', '-'), pagesIn(folder)]))));
