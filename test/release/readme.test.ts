import { readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { absoluteLinks, missingPictures } from '../../scripts/readme-links';
import { cli } from '../cli/host';

const PAGES = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main';
const PICTURES = 'https://raw.githubusercontent.com/cdk8s-startup-order/cdk8s-startup-order/main';

test.each([
  ['[a](docs/a.md#b)', `[a](${PAGES}/docs/a.md#b)`],
  ['[a](./docs/a.md)', `[a](${PAGES}/docs/a.md)`],
  ['![a](docs/a.svg)', `![a](${PICTURES}/docs/a.svg)`],
  ['[![a](docs/a.svg)](docs/a.md)', `[![a](${PICTURES}/docs/a.svg)](${PAGES}/docs/a.md)`],
  ['<a href="examples/shop/x.yaml">x</a>', `<a href="${PAGES}/examples/shop/x.yaml">x</a>`],
  ['[a](#b), [c](https://cdk8s.io), <img src="https://x.example/a.svg">', '[a](#b), [c](https://cdk8s.io), <img src="https://x.example/a.svg">'],
  ['`[a](b)`\n```ts\nf[a](b)\n```\n', '`[a](b)`\n```ts\nf[a](b)\n```\n'],
])('a link in README.md becomes absolute: %j', (text, expected) => {
  expect(absoluteLinks(text)).toBe(expected);
  expect(absoluteLinks(expected)).toBe(expected);
});

test('a missing picture is an error', () => {
  expect(missingPictures(absoluteLinks('![a](a.svg) ![b](b.svg)'), path => path === 'a.svg')).toEqual([`${PICTURES}/b.svg`]);
});

const README = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');

test('the first command of README prints the manifest of README, with native fields only, and nothing else', () => {
  const [[, manifest], [, shown]] = README.matchAll(/```yaml\n([^]*?)```/g);
  const [, words] = /^npx cdk8s-startup-order (order deployment\.yaml) \| kubectl apply -f - /m.exec(README)!;
  const { code, out, error } = cli(words.split(' '), { files: { 'deployment.yaml': manifest } });
  expect([code, error, out]).toEqual([0, '', shown]);
  const { containers: [app, proxy], ...pod } = parse(manifest).spec.template.spec;
  const check = { httpGet: { path: '/ready', port: 9901 } };
  // One document: there is no other object.
  expect(parse(out).spec.template.spec).toEqual({
    ...pod,
    initContainers: [{ ...proxy, restartPolicy: 'Always', startupProbe: { ...check, failureThreshold: 2147483647, periodSeconds: 1 } }],
    containers: [app],
  });
  expect(proxy.readinessProbe).toEqual(check);
});

test('README has at most 150 lines', () => { expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150); });
