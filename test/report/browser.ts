import { execFileSync } from 'child_process';
import { existsSync, writeFileSync } from 'fs';
import { join } from 'path';
import { temporaryFolder } from '../temporary-folder';

/** A headless Chromium; `scripts/get-chromium.sh` installs the package of Debian. */
const BROWSER = ['chromium-headless-shell', 'chromium'].map(name => join('/usr/bin', name)).find(existsSync);

/** A `describe` for tests in a browser. Without a browser the tests are skipped, or fail if STARTUP_ORDER_REQUIRE_CHROMIUM is set. */
export const inBrowser = BROWSER || process.env.STARTUP_ORDER_REQUIRE_CHROMIUM ? describe : describe.skip;

export interface Page {
  /** The markup of the body, or a whole document. */
  readonly html: string;
  readonly dark?: boolean;
  readonly size?: readonly [width: number, height: number];
  /** A function body that returns the result, which must be serializable as JSON. */
  readonly script: string;
}

/** Returns the result of a script in a page that the browser has rendered. */
export function askPage({ html, dark = false, size: [width, height] = [1000, 800], script }: Page): any {
  if (!BROWSER) { throw new Error('there is no chromium: scripts/get-chromium.sh installs it'); }
  const directory = temporaryFolder();
  const file = join(directory, 'page.html');
  // The result is in a comment of the page, so it does not change the rendering.
  const asking = `<script>document.documentElement.setAttribute('data-found', btoa(unescape(encodeURIComponent(JSON.stringify((() => { ${script} })())))))</script>`;
  writeFileSync(file, html.includes('</body>') ? html.replace('</body>', `${asking}</body>`) : `<!doctype html><meta charset="utf-8"><body style="margin:0">${html}${asking}</body>`);
  const dom = execFileSync(BROWSER, [
    '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', `--window-size=${width},${height}`, `--user-data-dir=${join(directory, 'profile')}`,
    `--blink-settings=preferredColorScheme=${dark ? 0 : 1}`, '--dump-dom', `file://${file}`,
  ], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024, timeout: 50_000 });
  const found = /data-found="([^"]*)"/.exec(dom);
  if (!found) { throw new Error(`the script has failed in the page: ${dom.slice(0, 400)}`); }
  return JSON.parse(Buffer.from(found[1], 'base64').toString('utf8'));
}

/** Returns texts of the page's pictures that overlap, or that exceed their picture or bar. */
export const OVERLAPS = `
  const boxes = [...document.querySelectorAll('svg')].flatMap((svg, picture) => [...svg.querySelectorAll('text')].map(t => ({ picture, t, b: t.getBoundingClientRect(), s: svg.getBoundingClientRect() })));
  const textOf = ({ t }) => [...t.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('');
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const found = [];
  boxes.forEach((a, i) => {
    if (a.b.left < a.s.left || a.b.right > a.s.right || a.b.top < a.s.top || a.b.bottom > a.s.bottom) { found.push('outside: ' + textOf(a)); }
    boxes.slice(i + 1).forEach(b => { if (a.picture === b.picture && over(a.b, b.b)) { found.push(textOf(a) + ' / ' + textOf(b)); } });
    if (a.t.classList.contains('in') && !a.t.classList.contains('in-axis')) {
      const inside = [...a.t.ownerSVGElement.querySelectorAll('rect')].some(r => { const b = r.getBoundingClientRect(); return !r.classList.contains('back') && !r.classList.contains('stripe') && b.left <= a.b.left && b.right >= a.b.right && b.top < a.b.bottom && b.bottom > a.b.top; });
      if (!inside) { found.push('out of its bar: ' + textOf(a)); }
    }
  });
  return { texts: boxes.length, found };
`;

/** Returns the lowest contrast between a text in the page's pictures and its background, by the formula of WCAG 2.2. */
export const CONTRAST = `
  const channel = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const rgb = text => text.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const blend = (top, under, alpha) => top.slice(0, 3).map((v, i) => v * alpha + under[i] * (1 - alpha));
  return [...document.querySelectorAll('svg text')].map(t => {
    const box = t.getBoundingClientRect();
    const grounds = [...t.ownerSVGElement.querySelectorAll('rect')].filter(r => { const b = r.getBoundingClientRect(); return b.left <= box.left + 1 && b.right >= box.right - 1 && b.top <= (box.top + box.bottom) / 2 && b.bottom >= (box.top + box.bottom) / 2; });
    const ground = grounds.reduce((under, r) => { const style = getComputedStyle(r); return blend(rgb(style.fill), under, Number(style.fillOpacity)); }, [255, 255, 255]);
    const [a, b] = [light(rgb(getComputedStyle(t).fill)), light(ground)].sort((x, y) => y - x);
    return { ratio: (a + 0.05) / (b + 0.05), text: t.textContent.slice(0, 40), class: t.getAttribute('class') };
  }).sort((x, y) => x.ratio - y.ratio)[0];
`;
