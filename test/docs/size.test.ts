import { pagesBelow } from '../../scripts/pages';

const ROOT = `${__dirname}/../..`;

/** Pages for users. The pages of single errors and lint rules are generated. */
const USER_PAGES = Object.entries(pagesBelow(ROOT)).filter(([page]) => page.startsWith('docs/') && !/^docs\/(contributing|reference\/(errors|lint))\//.test(page));

const PROGRAMS = /^<details>\n<summary>Python, Java and Go<\/summary>\n[^]*?^<\/details>$/gm;

/** Words separated by white space, also of code and tables, but not of the programs in other languages. */
const wordsOf = (text: string) => text.replace(PROGRAMS, '').split(/\s+/).filter(word => word !== '').length;

test('programs in a fold of other languages do not count as words', () => {
  const fold = '<details>\n<summary>Python, Java and Go</summary>\n\n```python\nprint("a b")\n```\n\n</details>';
  expect(wordsOf(`one two\n\n${fold}\n\nthree\n\n${fold}\n`)).toBe(3);
});

test('the documentation has at most 25 pages for users, with at most 45,000 words', () => {
  const words = USER_PAGES.map(([, text]) => wordsOf(text)).reduce((sum, count) => sum + count, 0);
  expect(USER_PAGES.length).toBeGreaterThan(20);
  expect(USER_PAGES.length).toBeLessThanOrEqual(25);
  expect(words).toBeLessThanOrEqual(45_000);
});

/** Pages for cdk8s, and the name of its command on pages for all. */
const CDK8S = /^docs\/(tutorial\/|reference\/workloads\.md$)|^docs\/how-to\/(helm-chart|pipeline|which-way)\.md$/;

test('pages for users of YAML do not speak of synth', () => {
  const found = USER_PAGES.filter(([page]) => !CDK8S.test(page)).flatMap(([page, text]) =>
    text.replace(/^```[^]*?^```$/gm, '').split('\n').filter(line => /\bsynth(?:esi[sz]\w*)?\b/i.test(line)).map(line => `${page}: ${line}`));
  expect(found).toEqual([]);
});
