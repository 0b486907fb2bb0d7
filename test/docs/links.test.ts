import { brokenLinks } from '../../scripts/links';

const FILES = ['README.md', 'docs/a.md', 'docs/b.md', 'docs/picture.svg', 'examples/web/main.ts'];
const broken = (pages: Record<string, string>, sources?: Record<string, string>) =>
  brokenLinks({ pages, sources, exists: path => FILES.some(file => file === path || file.startsWith(`${path}/`)) });

test('links to existing files, folders, pictures and headings have no problems', () => {
  expect(broken({
    'README.md': '[a](docs/a.md), [its heading](docs/a.md#what-it-is-exactly), [a folder](examples/web), [below](#below)\n\n![picture](docs/picture.svg)\n\n# Below\n',
    'docs/a.md': '# What it is, `exactly`\n\n[back](../README.md#below) [beside][b]\n\n[b]: b.md\n',
    'docs/b.md': '<a name="old"></a>\n\n[old](#old)\n',
  })).toEqual([]);
});

test.each([
  ['a file that is not there', '\n[a](docs/c.md)', 'README.md:2: docs/c.md: there is no docs/c.md'],
  ['a page that has moved', '[a](a.md)', 'README.md:1: a.md: there is no a.md'],
  ['a picture that is not there', '![a](docs/a.svg)', 'README.md:1: docs/a.svg: there is no docs/a.svg'],
  ['a link in HTML', 'see <a href="docs/c.md">c</a>', 'README.md:1: docs/c.md: there is no docs/c.md'],
  ['a reference', '[a][1]\n\n[1]: docs/c.md', 'README.md:1: docs/c.md: there is no docs/c.md'],
  ['a cell of a table', '| a |\n|---|\n| b |\n| [a](docs/c.md) |', 'README.md:4: docs/c.md: there is no docs/c.md'],
  ['a file outside', '[a](../main.ts)', 'README.md:1: ../main.ts: the path is outside the repository'],
  ['a heading that is not there', '[a](docs/a.md#what)', 'README.md:1: docs/a.md#what: docs/a.md has no heading #what'],
  ['a heading of the same page', '[a](#what)', 'README.md:1: #what: README.md has no heading #what'],
  ['a host without https', '[a](http://example.com)', 'README.md:1: http://example.com: the URL begins with http: instead of https:'],
  ['an invalid URL', '[a](https://)', 'README.md:1: https://: the URL is invalid'],
  ['a host without a public name', '[a](https://localhost/x)', 'README.md:1: https://localhost/x: \'localhost\' is not the name of a public host'],
])('%s', (_what, text, said) => { expect(broken({ 'README.md': text, 'docs/a.md': '# A' })).toEqual([said]); });

test('links in code are ignored', () => { expect(broken({ 'README.md': '`[a](nowhere.md)`\n\n```md\n[a](nowhere.md)\n```\n' })).toEqual([]); });

test('the second heading with the same name gets a number', () => {
  expect(broken({ 'README.md': '# A\n\n# A\n\n[a](#a) [b](#a-1) [c](#a-2)' })).toEqual(['README.md:5: #a-2: README.md has no heading #a-2']);
});

test('the links in texts of the library exist', () => {
  const shown = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order';
  const source = ['a.md#a', 'a.md#b', 'c.md'].map(target => `const DOC = '${shown}/blob/main/docs/${target}';`).join('\n');
  expect(broken({ 'docs/a.md': '# A' }, { 'src/x.ts': `${source}\nconst REPOSITORY = '${shown}';` })).toEqual([
    `src/x.ts:2: ${shown}/blob/main/docs/a.md#b: docs/a.md has no heading #b`,
    `src/x.ts:3: ${shown}/blob/main/docs/c.md: there is no docs/c.md`,
  ]);
});
