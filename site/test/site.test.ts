import { existsSync, readdirSync } from 'fs';
import { join } from 'path';
import { findBarriers, launch, open, serve, shoot } from './browser';
import { Browser } from '../node_modules/playwright-core';

const DIST = join(__dirname, '..', 'dist');

let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  if (!existsSync(DIST)) { throw new Error('there is no site: `npm run site` builds it'); }
  [browser, site] = await Promise.all([launch(), serve(DIST, '/cdk8s-startup-order/')]);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

test('the search finds a page, and the site sends no request to another host', async () => {
  const { page, requests, errors } = await open(browser, `${site.url}/`);
  await page.waitForLoadState('networkidle');
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('#localsearch-input').fill('image volume');
  const result = page.locator('.VPLocalSearchBox .result').first();
  await result.waitFor();
  await result.click();
  await page.waitForURL(url => url.pathname !== '/cdk8s-startup-order/');
  // The address changes before the content.
  await page.waitForFunction(() => /image volume/i.test(document.querySelector('main')!.innerText));
  expect(requests.filter(url => !url.startsWith(site.url) && !url.startsWith('data:'))).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the navigation leads to the playground, and the playground back to the documentation', async () => {
  const { page } = await open(browser, `${site.url}/`);
  await page.locator('.VPNavBarMenu').getByText('Playground').click();
  await page.waitForSelector('html[data-state=ready]');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('heading', { name: 'depends_on for the containers of a Kubernetes pod', level: 1 }).waitFor();
  await page.context().close();
});

test.each([['light', 1400], ['dark', 1400], ['light', 390], ['dark', 390]] as const)('in %s with %d pixels, axe finds no barrier in a page of the docs', async (colorScheme, width) => {
  const { page } = await open(browser, `${site.url}/how-to/which-way`, { colorScheme, viewport: { width, height: 900 } });
  await page.locator('h1').waitFor();
  await shoot(page, `docs-${colorScheme}-${width}`);
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test.each([['light', 1280], ['dark', 1280], ['light', 390], ['dark', 390]] as const)('in %s with %d pixels, the start page opens with the example, and nothing is cut off', async (colorScheme, width) => {
  const { page, errors } = await open(browser, `${site.url}/`, { colorScheme, viewport: { width, height: 900 } });
  await page.locator('h1').waitFor();
  await shoot(page, `start-${colorScheme}-${width}`);
  const [annotation, construct] = await page.locator('table.two-ways pre').all();
  const [left, right] = [(await annotation.boundingBox())!, (await construct.boundingBox())!];
  // Side by side on a wide page, one below the other on a phone.
  expect(width > 900 ? right.x > left.x + left.width : right.y > left.y + left.height).toBe(true);
  expect(left.y).toBeLessThan(600);
  expect(await page.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: 'Open the playground' }).getAttribute('href')).toMatch(/\/playground\/$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await findBarriers(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the tab cdk8s of a recipe has a fold of other languages, and the text after it is in no tab', async () => {
  const { page, errors } = await open(browser, `${site.url}/how-to/jobs`);
  const [python, after] = [page.getByText('from cdk8s import ApiObjectMetadata, App, Chart').first(), page.getByText('With the role SIDECAR the proxy is a native sidecar.')];
  expect([await python.isVisible(), await after.isVisible()]).toEqual([false, true]);
  await page.locator('.tabs > label').filter({ hasText: 'cdk8s' }).first().click();
  await page.getByText('Python, Java and Go', { exact: true }).first().click();
  expect([await python.isVisible(), await after.isVisible()]).toEqual([true, true]);
  expect(await page.locator('.tab').filter({ hasText: 'With the role SIDECAR the proxy' }).count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the tab of one step opens the same tab in each step of the tutorial', async () => {
  const { page, errors } = await open(browser, `${site.url}/tutorial/first-ordered-pod`);
  const openTabs = () => page.locator('.tabs > input:checked').evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value));
  const before = await openTabs();
  expect(before.length).toBeGreaterThan(5);
  expect(new Set(before)).toEqual(new Set(['YAML']));
  await page.locator('.tabs > label').filter({ hasText: 'cdk8s' }).nth(1).click();
  expect(await openTabs()).toEqual(before.map(() => 'cdk8s'));
  expect(await page.getByText("import { OrderedPod } from 'cdk8s-startup-order'").first().isVisible()).toBe(true);
  expect(errors).toEqual([]);
  await page.context().close();
});

/** The pages, and not the pages of single errors and lint rules. */
const listPages = () => (readdirSync(DIST, { recursive: true }) as string[])
  .filter(file => file.endsWith('.html') && !/^(?:playground\/|404|reference\/(?:errors|lint)\/)/.test(file))
  .map(file => file.replace(/(?:index)?\.html$/, ''));

/** Only pictures need all screens. */
const SCREENS = process.env.SCREENSHOTS === undefined ? [['light', 390]] as const
  : [['light', 1280], ['dark', 1280], ['light', 390], ['dark', 390]] as const;

test.each(SCREENS)('in %s with %d pixels, no page is wider than the screen, and axe finds no barrier', async (colorScheme, width) => {
  const { page } = await open(browser, `${site.url}/`, { colorScheme, viewport: { width, height: 900 } });
  const pages = listPages();
  expect(pages.length).toBeGreaterThan(20);
  const widths: [string, number][] = [];
  const barriers: string[] = [];
  for (const name of pages) {
    await page.goto(`${site.url}/${name}`);
    await shoot(page, `${name.replace(/\W/g, '-')}-${colorScheme}-${width}`);
    widths.push([name, await page.evaluate(() => document.documentElement.scrollWidth)]);
    barriers.push(...(await findBarriers(page)).map(barrier => `${name}: ${barrier}`));
  }
  expect(widths.filter(([, found]) => found > width)).toEqual([]);
  expect(barriers).toEqual([]);
  await page.context().close();
}, 300_000);

const MAX_HEIGHT = 12_000;

test(`no page is higher than ${MAX_HEIGHT} pixels at a width of 1200`, async () => {
  // Without scripts a page has the same height, and loads faster. The page of an error has only its text.
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const files = (readdirSync(DIST, { recursive: true }) as string[]).filter(file => file.endsWith('.html') && !/^(?:playground\/|404|reference\/errors\/)/.test(file));
  const heights: [string, number][] = [];
  for (const file of files) {
    await page.goto(`${site.url}/${file.replace(/(?:index)?\.html$/, '')}`);
    heights.push([file, await page.locator('html').evaluate(({ scrollHeight }) => scrollHeight)]);
  }
  expect(heights.length).toBeGreaterThan(50);
  expect(heights.filter(([, height]) => height > MAX_HEIGHT)).toEqual([]);
  await context.close();
}, 120_000);
