import { existsSync, mkdirSync, readFileSync } from 'fs';
import { createServer, Server } from 'http';
import { AddressInfo } from 'net';
import { extname, join } from 'path';
import { gzipSync } from 'zlib';
import { Browser, BrowserContextOptions, chromium, Page } from '../node_modules/playwright-core';

const EXECUTABLE = ['chromium-headless-shell', 'chromium'].map(name => join('/usr/bin', name)).find(existsSync);

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };

export function launch(): Promise<Browser> {
  if (!EXECUTABLE) { throw new Error('there is no chromium: scripts/get-chromium.sh installs it'); }
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
}

/** Serves a folder, compressed as by GitHub Pages. */
export async function serve(folder: string, base = '/'): Promise<{ readonly url: string; readonly close: () => void }> {
  const server: Server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.split(/[?#]/)[0]).replace(base, '/');
    const file = [join(folder, path), join(folder, path, 'index.html'), join(folder, `${path}.html`)].find(name => extname(name) !== '' && existsSync(name));
    if (file === undefined) { response.writeHead(404).end(); return; }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(gzipSync(readFileSync(file)));
  });
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`.replace(/\/$/, ''), close: () => { server.close(); server.closeAllConnections(); } };
}

/** Measures the CPU time of the pages and their workers, in seconds: other programs of the machine do not add to it, as they add to the time on a clock. */
export async function measureCpu(browser: Browser, run: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await read();
  await run();
  const after = await read();
  await session.detach();
  return [...after].reduce((sum, [id, seconds]) => sum + seconds - (before.get(id) ?? 0), 0);
}

export interface OpenPage {
  readonly page: Page;
  /** The URLs of all requests of the page. */
  readonly requests: readonly string[];
  /** The errors that the page reports, such as a violation of its content security policy. */
  readonly errors: readonly string[];
}

/** Opens a page in a new profile. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  context.on('request', request => { requests.push(request.url()); });
  page.on('console', message => { if (message.type() === 'error') { errors.push(message.text()); } });
  page.on('pageerror', error => { errors.push(error.message); });
  await page.goto(url);
  return { page, requests, errors };
}

/** With SCREENSHOTS=FOLDER, saves a picture of the whole page. */
export async function shoot(page: Page, name: string): Promise<void> {
  const pictures = process.env.SCREENSHOTS;
  if (pictures === undefined) { return; }
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const AXE = readFileSync(join(__dirname, '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

interface Axe {
  readonly run: () => Promise<{ readonly violations: readonly AxeViolation[] }>;
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Returns the barriers that axe finds, such as a low contrast or a control without a name. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { readonly axe: Axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`));
  });
}
