import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { findBarriers, launch, measureCpu, open, OpenPage, serve, shoot } from './browser';
import { writePlayground } from '../../scripts/playground';
import { Browser, BrowserContextOptions, Page } from '../node_modules/playwright-core';
import { evaluate } from '../playground/engine';
import { COMPOSE_EXAMPLE, EXAMPLES } from '../playground/examples';
import { encodeState } from '../playground/link';

let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playground-'));
  await writePlayground(folder);
  [browser, site] = await Promise.all([launch(), serve(folder)]);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openPlayground(fragment = '', options?: BrowserContextOptions): Promise<OpenPage> {
  const opened = await open(browser, `${site.url}/index.html${fragment}`, options);
  await opened.page.waitForSelector('html[data-state=ready]');
  return opened;
}

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: shop
  annotations:
    cdk8s-startup-order.github.io/depends-on: '{"shop": ["cache"]}'
spec:
  containers:
    - name: shop
      image: shop
      command: ["/shop"]
    - name: cache
      image: cache
      readinessProbe:
        tcpSocket:
          port: 6379
`;

/** Waits until a part of the page contains a text. The content security policy forbids Playwright's own wait for a script. */
async function waitForText(page: Page, selector: string, expected: string): Promise<void> {
  await page.locator(selector).filter({ hasText: expected }).first().waitFor();
}

/** Waits until the editor contains a text: the worker changes it. */
async function waitForInput(page: Page, isExpected: (text: string) => boolean): Promise<string> {
  for (let text = await page.inputValue('#text'); ; text = await page.inputValue('#text')) {
    if (isExpected(text)) { return text; }
    await page.waitForTimeout(20);
  }
}

/** Replaces the text as a paste does. Playwright's fill() takes long for a large text. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator('#text').evaluate((area: HTMLTextAreaElement, pasted) => {
    area.value = pasted;
    area.dispatchEvent(new Event('input'));
  }, text);
}

const textOf = (page: Page, selector: string) => page.locator(selector).innerText();

test('a manifest with the annotation shows the ordered manifest as a diff, the timeline and the plan', async () => {
  const { page, errors } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  expect(await textOf(page, '#diff')).toMatch(/^\+ *startupProbe:/m);
  expect(await textOf(page, '#plan')).toContain('shop after cache ready');
  expect(await page.locator('#timeline svg').count()).toBe(1);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the promise and the cost of each dependency come first, and containers before new objects', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', `${POD}---\n${POD.replace(/ {2}annotations:\n.*\n/, '').replace('name: shop', 'name: other')}`);
  await waitForText(page, '#promises', 'Pod shop');
  expect(await textOf(page, '#promises')).toMatch(/shop after cache ready: \w+\s+(EVERY_START|FAIL_CLOSED|BEST_EFFORT)\s+[\d.]+ s later/);
  expect(await page.locator('#timeline svg').count()).toBe(1);
  await page.fill('#text', POD.replace('["cache"]', '{"cache": {"guarantee": "every_start"}}'));
  await waitForText(page, '#promises', 'EVERY_START');
  const diff = await textOf(page, '#diff');
  expect(diff.indexOf('kind: ConfigMap')).toBeGreaterThan(diff.indexOf('--for=cache'));
  expect(diff.indexOf('--for=cache')).toBeGreaterThan(0);
  await page.fill('#text', POD.replace(/ {2}annotations:\n.*\n/, ''));
  await waitForText(page, '#promises', 'No container waits for another.');
  await page.context().close();
});

test('a manifest with an error marks its line, and a button selects the line', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD.replace('["cache"]', '["cash"]'));
  await waitForText(page, '#errors', "'cash'");
  expect((await page.locator('#numbers .wrong').allInnerTexts()).map(text => text.trim())).toEqual(['6']);
  expect(await page.getAttribute('#text', 'aria-invalid')).toBe('true');
  await page.click('#errors button');
  expect(await page.evaluate(() => {
    const area = document.activeElement as HTMLTextAreaElement;
    return area.value.slice(area.selectionStart, area.selectionEnd);
  })).toContain('"shop": ["cash"]');
  await page.fill('#text', POD);
  await page.locator('#errors').waitFor({ state: 'hidden' });
  await page.context().close();
});

test('a change of the form is in the annotation, and a change of the annotation in the form', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD.replace(/ {2}annotations:\n.*\n/, ''));
  await waitForText(page, '#workload', 'Pod shop');
  await page.selectOption('#dependent', 'shop');
  await page.selectOption('#dependency', 'cache');
  await page.selectOption('#condition', 'started');
  await page.click('#add');
  await waitForText(page, '#dependencies', 'shop needs cache: started');
  expect(await page.inputValue('#text')).toContain('depends-on: \'{"shop":{"cache":{"condition":"started"}}}\'');
  await page.fill('#text', POD);
  await page.locator('#dependencies').getByText(/^shop needs cache$/).waitFor();
  await page.click('#dependencies button');
  await waitForInput(page, text => !text.includes('depends-on'));
  await page.context().close();
});

test('a link carries the text of each tab, the version and the architecture to another page', async () => {
  const first = await openPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await first.page.fill('#text', `${POD}# Größe: 1 €\n`);
  await first.page.click('#tab-compose');
  await first.page.fill('#text', `${EXAMPLES[COMPOSE_EXAMPLE]}# mine\n`);
  await first.page.selectOption('#version', '1.29');
  await first.page.selectOption('#architecture', '');
  await first.page.click('#copy');
  await waitForText(first.page, '#status', 'copied');
  const link = await first.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(first.page.url());
  const second = await openPlayground(link.slice(link.indexOf('#')));
  expect(await second.page.getAttribute('#tab-compose', 'aria-selected')).toBe('true');
  expect(await second.page.inputValue('#text')).toBe(`${EXAMPLES[COMPOSE_EXAMPLE]}# mine\n`);
  await second.page.click('#tab-annotation');
  await waitForInput(second.page, text => text === `${POD}# Größe: 1 €\n`);
  expect([await second.page.inputValue('#version'), await second.page.inputValue('#architecture')]).toEqual(['1.29', '']);
  await Promise.all([first, second].map(({ page }) => page.context().close()));
});

test('the tabs show the same order as an annotation and as an object', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#promises', 'shop after cache');
  const promises = await textOf(page, '#promises');
  await page.click('#tab-object');
  await waitForInput(page, text => text.includes('kind: StartupOrder') && !text.includes('depends-on'));
  await page.locator('#results[aria-busy=false]').waitFor();
  expect(await page.getAttribute('#tab-object', 'aria-selected')).toBe('true');
  expect(await textOf(page, '#promises')).toBe(promises);
  await page.click('#tab-annotation');
  await waitForInput(page, text => text === POD.replace('{"shop": [', '{"shop":['));
  // Without a declaration, the tab decides what the form writes.
  await page.click('#dependencies button');
  await page.locator('#dependencies li').waitFor({ state: 'detached' });
  await page.click('#tab-object');
  await page.locator('#tab-object[aria-selected=true]').waitFor();
  await page.locator('#results[aria-busy=false]').waitFor();
  await page.click('#add');
  await waitForText(page, '#dependencies', 'shop needs cache');
  expect(await page.inputValue('#text')).toContain('kind: StartupOrder');
  await page.click('#tab-annotation');
  await page.locator('#tab-annotation[aria-selected=true]').waitFor();
  // A pasted object opens its tab.
  await page.fill('#text', `${POD.replace(/ {2}annotations:\n.*\n/, '')}---\n{kind: StartupOrder, apiVersion: cdk8s-startup-order.github.io/v1alpha1, spec: {orderedShutdown: true, workloads: [{name: shop}], containers: {shop: {dependsOn: [cache]}}}}\n`);
  await page.locator('#tab-object[aria-selected=true]').waitFor();
  await page.locator('#tab-object').focus();
  await page.keyboard.press('ArrowLeft');
  const focused = () => page.evaluate(() => document.activeElement!.id);
  expect(await focused()).toBe('tab-annotation');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('tab-compose');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('tab-annotation');
  await page.keyboard.press('Enter');
  await waitForText(page, '#status', 'The annotation cannot contain `orderedShutdown`');
  expect(await page.getAttribute('#tab-object', 'aria-selected')).toBe('true');
  await page.context().close();
});

test('the tab for compose orders the manifests of a compose file, and each tab keeps its text', async () => {
  const { page, errors } = await openPlayground();
  await page.fill('#text', POD);
  await page.click('#tab-compose');
  await waitForText(page, '#promises', 'api after migrate');
  expect(await textOf(page, '#promises')).toContain('api after db ready');
  expect(await textOf(page, '#plan')).toContain('Deployment shop');
  expect(await page.locator('#add').isDisabled()).toBe(true);
  expect(await page.getByRole('combobox', { name: 'migrate' }).isDisabled()).toBe(true);
  expect(await textOf(page, '#form-note')).toBe('The compose file declares the order: edit it in the text.');
  const compose = await page.inputValue('#text');
  await page.fill('#text', compose.replace('condition: service_healthy', 'condition: service_healthy, restart: true').replace('image: example.com/postgres:17\n', "image: example.com/postgres:17\n    pre_stop: [{ command: [sync], user: '7' }]\n"));
  await waitForText(page, '#losses', 'services.db.pre_stop');
  await page.click('#tab-annotation');
  await waitForText(page, '#plan', 'Pod shop');
  expect(await page.inputValue('#text')).toContain('depends-on');
  expect(await page.locator('#losses li').count()).toBe(0);
  await page.click('#tab-compose');
  await waitForText(page, '#losses', 'services.db.pre_stop');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a select sets the role of a container in the object, the plan follows, and the focus stays', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  const role = page.getByRole('group', { name: 'Roles' }).getByRole('combobox', { name: 'cache' });
  expect(await role.locator('option:checked').innerText()).toBe('inferred: sidecar');
  await role.focus();
  await page.keyboard.press('a');
  await waitForInput(page, text => text.includes('    cache:\n      role: app\n'));
  await page.locator('#results[aria-busy=false]').waitFor();
  expect(await page.getAttribute('#tab-object', 'aria-selected')).toBe('true');
  expect(await textOf(page, '#status')).toContain('Only an object can contain a role');
  expect(await textOf(page, '#promises')).not.toContain('SIDECAR_PROBE');
  expect(await role.evaluate(select => select === document.activeElement)).toBe(true);
  await role.selectOption('');
  await waitForText(page, '#promises', 'SIDECAR_PROBE');
  expect(await page.inputValue('#text')).not.toContain('role:');
  await page.context().close();
});

/** A pod whose containers start one after the other, in groups of ten. */
function chain(length: number): string {
  const names = Array.from({ length }, (_, i) => `c${i}`);
  const needs = Object.fromEntries(names.flatMap((name, i) => i % 10 === 0 ? [] : [[name, [names[i - 1]]]]));
  const probe = 'readinessProbe: { tcpSocket: { port: 80 } }';
  return POD.slice(0, POD.indexOf('    - name: shop')).replace('{"shop": ["cache"]}', JSON.stringify(needs)).replace('name: shop', 'name: chain')
    + names.map(name => `    - name: ${name}\n      image: ${name}\n      ${probe}\n`).join('');
}

test('the form says why it offers nothing, or not all', async () => {
  const { page } = await openPlayground();
  await paste(page, 'kind: Namespace\napiVersion: v1\nmetadata: { name: shop }\n');
  await waitForText(page, '#form-note', 'The manifests contain no workload.');
  expect(await page.locator('#roles').isVisible()).toBe(false);
  await paste(page, chain(1));
  await waitForText(page, '#form-note', 'The pod has one container.');
  expect([await page.locator('#add').isDisabled(), await page.locator('#roles select').count()]).toEqual([true, 1]);
  await paste(page, chain(45));
  await waitForText(page, '#form-note', 'Roles of the first 40 of 45 containers.');
  expect(await page.locator('#roles select').count()).toBe(40);
  const dependencies = await page.locator('#dependency option').allInnerTexts();
  expect([dependencies.length, dependencies.includes('c0'), await page.inputValue('#dependent')]).toEqual([44, false, 'c0']);
  await page.context().close();
});

test('while the page plans 800 containers, it takes keys at once, and no answer to an older text appears', async () => {
  const { page, errors } = await openPlayground();
  await page.evaluate(() => {
    const counts = { busy: 0, old: 0 };
    Object.assign(globalThis, { counts });
    setInterval(() => {
      if (document.querySelector('#results[aria-busy=true]')) { counts.busy++; }
    }, 5);
    const plan = document.getElementById('plan')!;
    new MutationObserver(() => { if (plan.textContent.startsWith('Pod chain')) { counts.old++; } }).observe(plan, { childList: true });
  });
  const read = () => page.evaluate(() => (globalThis as unknown as { counts: { busy: number; old: number } }).counts);
  await paste(page, chain(800));
  await page.locator('#results[aria-busy=true]').waitFor();
  const { busy } = await read();
  await page.focus('#text');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# keys', { delay: 30 });
  expect(await page.inputValue('#text')).toContain('# keys');
  expect(await page.getAttribute('#results', 'aria-busy')).toBe('true');
  // A page that plans itself does nothing else meanwhile.
  expect((await read()).busy - busy).toBeGreaterThan(10);
  // A newer text does not wait for the old plan.
  await paste(page, POD);
  await waitForText(page, '#plan', 'Pod shop');
  expect((await read()).old).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});

test.each([
  ['directly after an edit', ['edit', 'remove']],
  ['directly before an edit', ['remove', 'edit']],
])('a change of the form %s does not touch the text', async (_name, steps) => {
  const { page, errors } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#dependencies', 'shop needs cache');
  // Another workload gets the index of the pod.
  const edited = `${POD.replaceAll('shop', 'store')}---\n${POD}`;
  await page.evaluate(([text, ...actions]) => {
    const edit = () => {
      const area = document.querySelector('textarea')!;
      area.value = text;
      area.dispatchEvent(new Event('input'));
    };
    const remove = () => { document.querySelector<HTMLElement>('#dependencies button')!.click(); };
    for (const action of actions) { ({ edit, remove })[action]!(); }
  }, [edited, ...steps]);
  await waitForText(page, '#status', 'The text has just changed: choose again.');
  await waitForText(page, '#plan', 'Pod store');
  expect(await page.inputValue('#text')).toBe(edited);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a newer text does not stop a copy that has begun, and without the binaries there is no copy', async () => {
  const { page } = await openPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.route('**/binaries.js', route => route.abort());
  await page.click('#copy-manifests');
  await waitForText(page, '#status', 'The binaries of the wait agent cannot be loaded.');
  await page.unroute('**/binaries.js');
  await page.click('#copy-manifests');
  await waitForText(page, '#status', 'The manifests are copied.');
  await paste(page, chain(150));
  await page.locator('#results[aria-busy=true]').waitFor();
  await page.click('#copy-manifests');
  await page.selectOption('#version', '1.36');
  await page.locator('#results[aria-busy=false]').waitFor();
  expect(await readClipboard(page, text => text.includes('name: chain'))).toContain('name: c149');
  await page.context().close();
});

/** Waits until the clipboard contains a text. */
async function readClipboard(page: Page, isExpected: (text: string) => boolean): Promise<string> {
  for (let text = ''; ; text = await page.evaluate(() => navigator.clipboard.readText())) {
    if (isExpected(text)) { return text; }
    await page.waitForTimeout(20);
  }
}

test('a defect of the worker becomes a message, and the page still answers', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, question: { name: string }) {
      postMessage.call(this, question.name === 'translate' ? { ...question, name: 'unknown' } : question);
    };
  });
  await page.click('#tab-object');
  await waitForText(page, '#status', 'The page failed: ');
  await page.fill('#text', POD.replaceAll('shop', 'store'));
  await waitForText(page, '#plan', 'Pod store');
  await page.context().close();
});

test('markup in a name stays text', async () => {
  const { page, errors } = await openPlayground();
  const name = '<img src=x onerror=alert(1)>';
  await page.fill('#text', JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name, image: name }, { name: `${name}2`, image: name, command: ['sleep', '1'] }] } }));
  await waitForText(page, '#plan', name);
  expect(await page.locator('img, [onerror]').count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('manifests with 3000 lines take less than five seconds of CPU time', async () => {
  const { page } = await openPlayground();
  const pods = Array.from({ length: 176 }, (_, i) => POD.replace('name: shop\n  ann', `name: shop-${i}\n  ann`)).join('---\n');
  const seconds = await measureCpu(browser, async () => {
    await paste(page, pods);
    await waitForText(page, '#outcome', '176 of 176 workloads');
  });
  expect(seconds).toBeLessThan(5);
  await page.context().close();
});

test('a damaged link shows an example and a message', async () => {
  const { page } = await openPlayground('#abc');
  expect(await textOf(page, '#status')).toContain('damaged');
  expect(await page.inputValue('#text')).toContain('kind: Deployment');
  await page.context().close();
});

test('a link with an unknown version and architecture shows the defaults', async () => {
  const state = { tab: 'annotation', manifests: POD, compose: '', kubernetesVersion: '1.5', architecture: 'z80' } as const;
  const { page } = await openPlayground(`#${await encodeState(state)}`);
  expect(await page.inputValue('#text')).toBe(POD);
  expect([await page.inputValue('#version'), await page.inputValue('#architecture')]).toEqual(['1.29', 'amd64']);
  await page.context().close();
});

test('a damaged link leaves manifests that the page shows', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  await page.evaluate(() => { location.hash = '#abc'; });
  await waitForText(page, '#status', 'damaged');
  expect(await page.inputValue('#text')).toBe(POD);
  await page.context().close();
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['of the form', page => page.click('#dependencies button')],
  ['to an example', page => page.selectOption('#example', 'A pod that waits by hand')],
])('the undo of the browser takes back a change %s', async (_name, change) => {
  const { page } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#dependencies', 'shop needs cache');
  await change(page);
  await waitForInput(page, text => text !== POD);
  // The change comes with new results.
  await page.locator('#results[aria-busy=false]').waitFor();
  await page.focus('#text');
  await page.keyboard.press('Control+z');
  expect(await page.inputValue('#text')).toBe(POD);
  await waitForText(page, '#dependencies', 'shop needs cache');
  await page.context().close();
});

test('with arrow keys the list of examples leads to each example, and keeps the focus', async () => {
  const { page } = await openPlayground();
  await page.focus('#example');
  const names: string[] = [];
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('ArrowDown');
    names.push(/^ {2}name: (.*)$/m.exec(await page.inputValue('#text'))![1]);
  }
  expect(names).toEqual(['web', 'import', 'shop', 'blog', 'shop']);
  expect(await page.getAttribute('#tab-compose', 'aria-selected')).toBe('true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('example');
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'shop after cache');
  expect(await page.inputValue('#example')).toBe('');
  await page.context().close();
});

test('manifests that have errors from the beginning show no earlier results', async () => {
  const first = await openPlayground();
  await first.page.fill('#text', 'kind: [');
  await waitForText(first.page, '#outcome', 'come from the last manifests without errors');
  await first.page.click('#copy');
  await first.page.waitForURL(/#./);
  const second = await openPlayground(new URL(first.page.url()).hash);
  expect(await textOf(second.page, '#outcome')).toBe('1 error in the manifests.');
  await Promise.all([first, second].map(({ page }) => page.context().close()));
});

test('the page loads three files; no edit sends a request, and the browser refuses connections', async () => {
  const { page, requests } = await openPlayground();
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  await page.selectOption('#version', '1.36');
  await page.click('#copy');
  expect(requests.map(url => url.replace(site.url, '')).filter(url => !/^(?:data|blob):/.test(url))).toEqual(['/index.html', '/playground.css', '/playground.js']);
  const refused = await page.evaluate(async origin => Promise.all([
    fetch(`${origin}/index.html`).then(() => 'sent', () => 'refused'),
    new Promise(resolve => { Object.assign(new Image(), { onload: () => { resolve('sent'); }, onerror: () => { resolve('refused'); }, src: `${origin}/x.png` }); }),
  ]), site.url);
  expect(refused).toEqual(['refused', 'refused']);
  const [worker] = page.workers();
  expect(await worker.evaluate(origin => fetch(`${origin}/index.html`).then(() => 'sent', () => 'refused'), site.url)).toBe('refused');
  await page.context().close();
});

test('the copy of the manifests contains the binary of the wait agent, as the command `order` writes it', async () => {
  const { page } = await openPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] });
  const gated = POD.replace('["cache"]', '{"cache": {"mechanism": "entrypoint_gate"}}');
  await page.fill('#text', gated);
  await waitForText(page, '#plan', 'Pod shop');
  await page.click('#copy-manifests');
  await waitForText(page, '#status', 'The manifests are copied.');
  const { ordered } = evaluate(gated, { kubernetesVersion: '1.29', architecture: 'amd64' });
  expect(ordered).toContain('binaryData:');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ordered);
  await page.context().close();
});

test('the copy of the manifests contains the last edit, even directly after it', async () => {
  const { page } = await openPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  await page.evaluate(() => {
    const area = document.querySelector('textarea')!;
    area.value = area.value.replace('name: shop', 'name: store');
    area.dispatchEvent(new Event('input'));
    document.getElementById('copy-manifests')!.click();
  });
  await waitForText(page, '#status', 'The manifests are copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('name: store');
  await page.context().close();
});

test('manifests in one List of 6000 lines take less than five seconds of CPU time', async () => {
  const { page } = await openPlayground();
  const item = (i: number) => POD.replace('name: shop\n  ann', `name: shop-${i}\n  ann`).trimEnd().replace(/^/gm, '  ').replace(/^ {2}/, '- ');
  const list = `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: 400 }, (_, i) => item(i)).join('\n')}\n`;
  const seconds = await measureCpu(browser, async () => {
    await paste(page, list);
    await waitForText(page, '#outcome', '400 of 400 workloads');
  });
  expect(seconds).toBeLessThan(5);
  await page.context().close();
});

test('with the keyboard, every control gets the focus in order, Tab leaves the text, and Enter adds', async () => {
  const { page } = await openPlayground();
  await page.fill('#text', POD.replace(/ {2}annotations:\n.*\n/, ''));
  await waitForText(page, '#workload', 'Pod shop');
  await page.evaluate(() => { (document.activeElement as HTMLElement).blur(); window.scrollTo(0, 0); });
  await page.locator('h1').click();
  const focused: string[] = [];
  for (let i = 0; i < 18; i++) {
    await page.keyboard.press('Tab');
    const { id, isVisible } = await page.evaluate(() => {
      const element = document.activeElement!;
      const outline = getComputedStyle(element.id === 'text' ? element.closest('#editor')! : element);
      return { id: element.id || element.tagName, isVisible: outline.outlineStyle !== 'none' && outline.outlineWidth !== '0px' };
    });
    expect({ id, isVisible }).toEqual({ id, isVisible: true });
    focused.push(id);
    if (id === 'condition') { await page.keyboard.press('ArrowDown'); }
  }
  expect(focused).toEqual([
    'A', 'version', 'architecture', 'example', 'copy', 'tab-annotation', 'text', 'workload', 'dependent', 'dependency', 'condition', 'add', 'SELECT', 'SELECT', 'promises', 'timeline', 'copy-manifests', 'diff',
  ]);
  await page.locator('#add').focus();
  await page.keyboard.press('Enter');
  await waitForText(page, '#dependencies', 'shop needs cache: ready');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('#dependencies li').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('add');
  await page.context().close();
});

test('a screen reader finds each control and each result by its role and name, and hears errors', async () => {
  const { page } = await openPlayground();
  expect(await page.getByRole('textbox', { name: 'Manifests', exact: true }).count()).toBe(1);
  for (const name of ['Kubernetes', 'Architecture', 'Example', 'Workload', 'Container', 'needs', 'to be']) {
    expect([name, await page.getByRole('combobox', { name, exact: true }).count()]).toEqual([name, 1]);
  }
  expect(await page.getByRole('tablist', { name: 'Form of the declaration' }).getByRole('tab').allInnerTexts()).toEqual(['Annotation', 'StartupOrder object', 'Compose']);
  expect(await page.getByRole('tabpanel', { name: 'Annotation' }).getByRole('textbox').count()).toBe(1);
  expect(await page.getByRole('group', { name: 'Roles' }).getByRole('combobox', { name: 'proxy' }).count()).toBe(1);
  for (const name of ['Predicted start', /^Changes of the manifests/, 'Plan']) { expect(await page.getByRole('region', { name }).count()).toBe(1); }
  expect(await page.getByRole('list', { name: 'Dependencies' }).getByRole('button', { name: 'Remove: web needs proxy' }).count()).toBe(1);
  expect(await page.getByRole('img', { name: /Start of Deployment web/ }).count()).toBe(1);
  await page.fill('#text', POD.replace('["cache"]', '["cash"]'));
  await page.getByRole('alert').filter({ hasText: "'cash'" }).waitFor();
  await page.getByRole('status').filter({ hasText: '1 error' }).waitFor();
  await page.context().close();
});

test('colours mark keys, texts and comments of the input and the changes, anywhere in a large text', async () => {
  const { page } = await openPlayground();
  const script = Array.from({ length: 60 }, (_, i) => `    step${i}: echo "a: b"\n`).join('');
  const configMap = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: script}\ndata:\n  run: |\n${script}  last: 'end' # Ende\n`;
  await page.fill('#text', `${POD}---\n${configMap}`);
  const textsOf = (selector: string) => page.locator(selector).allInnerTexts();
  expect((await textsOf('#colours .key')).slice(0, 5)).toEqual(['apiVersion', 'kind', 'metadata', 'name', 'annotations']);
  expect(await textsOf('#colours .string')).toContain('\'{"shop": ["cache"]}\'');
  const read = () => page.evaluate(() => {
    const [area, colours] = [document.querySelector('textarea')!, document.getElementById('colours')!];
    // The first line of the coloured text, in lines of the text area.
    const top = (colours.getBoundingClientRect().top - area.getBoundingClientRect().top + area.scrollTop) / 18;
    return { lines: colours.textContent.split('\n'), wanted: area.value.split('\n').slice(top), bottom: area.scrollTop + area.clientHeight, top };
  });
  const isInPlace = async () => {
    const { lines, wanted, bottom, top } = await read();
    expect(lines).toEqual(wanted.slice(0, lines.length));
    expect((top + lines.length) * 18).toBeGreaterThanOrEqual(Math.min(bottom, (top + wanted.length) * 18) - 18);
  };
  await isInPlace();
  await page.locator('#text').evaluate(area => { area.scrollTop = area.scrollHeight; });
  await waitForText(page, '#colours .comment', '# Ende');
  await isInPlace();
  // A line of the script is no key.
  expect(await textsOf('#colours .key')).not.toContain('step59');
  expect(await textsOf('#colours .key')).toContain('last');
  await waitForText(page, '#plan', 'Pod shop');
  expect(await textsOf('#diff ins .key')).toContain('startupProbe');
  expect(await page.locator('#diff ins').filter({ hasText: 'periodSeconds: 1' }).locator('.word').innerText()).toBe('1');
  await page.context().close();
});

test('the colours keep each character of a text with errors, and a script ends with its indentation', async () => {
  const { page } = await openPlayground();
  const text = 'a: |\n  b: c\nd: plain\ne: [f\n---\n"g: \'h\n\t- %i: *j &k !l {\n...\n}]\n';
  await page.fill('#text', text);
  expect(await page.locator('#colours').evaluate(({ textContent }) => textContent)).toBe(text);
  const strings = await page.locator('#colours .string').allInnerTexts();
  expect(strings.join('')).toContain('b: c');
  expect(strings.join('')).not.toContain('plain');
  await page.context().close();
});

test.each(['light', 'dark'] as const)('in %s, the colours of the input have enough contrast', async colorScheme => {
  const { page } = await openPlayground('', { colorScheme });
  await page.fill('#text', `# comment\n${POD}  hostPID: &a true\n`);
  // Readers of the screen get the text area instead.
  await page.evaluate(() => { document.getElementById('colours')!.removeAttribute('aria-hidden'); });
  expect(await page.locator('#colours').locator('.key, .string, .word, .mark, .comment').count()).toBeGreaterThan(15);
  const seen = new Set(await page.locator('#colours span').evaluateAll(spans => spans.map(span => getComputedStyle(span).color)));
  expect(seen.size).toBeGreaterThan(3);
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

const SCREENS = (['light', 'dark'] as const).flatMap(colorScheme => [[colorScheme, 'wide', 1400], [colorScheme, 'narrow', 390]] as const);

test.each(SCREENS)('in %s and %s, axe finds no barrier, also with errors, and there is no horizontal scrollbar', async (colorScheme, name, width) => {
  const { page, errors } = await openPlayground('', { colorScheme, viewport: { width, height: 900 } });
  await page.selectOption('#example', 'A pod that waits by hand');
  await waitForText(page, '#findings', 'sleep-as-order');
  await page.locator('#findings summary').first().click();
  const isNarrowEnough = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  await shoot(page, `${colorScheme}-${name}-findings`);
  expect(await findBarriers(page)).toEqual([]);
  await page.fill('#text', POD);
  await waitForText(page, '#plan', 'Pod shop');
  expect(await findBarriers(page)).toEqual([]);
  await shoot(page, `${colorScheme}-${name}`);
  expect(await isNarrowEnough()).toBe(true);
  await page.fill('#text', POD.replace('["cache"]', '["cash"]'));
  await waitForText(page, '#errors', "'cash'");
  expect(await findBarriers(page)).toEqual([]);
  await shoot(page, `${colorScheme}-${name}-error`);
  expect(await isNarrowEnough()).toBe(true);
  await page.click('#tab-compose');
  await page.fill('#text', (await page.inputValue('#text')).replace('condition: service_healthy', 'condition: service_healthy, restart: true').replace('image: example.com/postgres:17\n', "image: example.com/postgres:17\n    pre_stop: [{ command: [sync], user: '7' }]\n"));
  await waitForText(page, '#losses', 'services.db.pre_stop');
  expect(await findBarriers(page)).toEqual([]);
  await shoot(page, `${colorScheme}-${name}-compose`);
  expect(await isNarrowEnough()).toBe(true);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a printed page contains the whole picture, changes and plan', async () => {
  const { page } = await openPlayground('', { viewport: { width: 720, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() => ['timeline', 'diff', 'plan'].filter(id => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.getElementById(id)!;
    return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  }));
  expect(cut).toEqual([]);
  await page.context().close();
});

test('the first results appear within a second after the start of the navigation', async () => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { page } = await openPlayground();
    times.push(await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime));
    await page.context().close();
  }
  console.log(`interactive after ${times.map(time => time.toFixed(0)).join(', ')} ms`);
  // The median: other programs of the machine delay single runs.
  expect(times.sort((a, b) => a - b)[2]).toBeLessThan(1000);
});
