import { createHash } from 'crypto';
import { App, Chart, Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { askPage, inBrowser, OVERLAPS } from './browser';
import { planOf } from './pods';
import { ContainerRole, Dependency, Mechanism, OrderedDeployment, ReadyCheck, StartupOrder } from '../../src';
import { predict } from '../../src/report/predict';
import { REPORT_PAGE } from '../../tools/cli/report-page';
import { createHtmlReport } from '../../tools/pictures/html';
import { drawTimelineSvg } from '../../tools/pictures/timeline-svg';

const EVIL = '</pre></section><script>document.title="broken"</script><img src=x onerror="document.title=1">';

/** Three workloads: the first waits for another, the second has no order, the third contains markup in its texts. */
function shop(): App {
  const app = new App();
  const chart = new Chart(app, 'shop');
  const db = new OrderedDeployment(chart, 'db', { startupOrder: { kubernetesVersion: '1.33' }, orderedContainers: [{ name: 'postgres', image: 'x', portNumber: 5432 }] });
  const service = db.exposeViaService();
  new OrderedDeployment(chart, 'web', {
    startupOrder: { kubernetesVersion: '1.33', orderedShutdown: true },
    orderedContainers: [
      { name: 'app', image: 'x', dependsOn: [Dependency.on('proxy'), Dependency.on('config'), Dependency.onService(service)] },
      { name: 'proxy', image: 'x', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(9901), expectedReadyIn: Duration.seconds(2) },
      { name: 'config', image: 'x', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.command(['sh', '-c', EVIL]) },
    ],
  });
  new OrderedDeployment(chart, 'off', { startupOrder: { disabledReason: EVIL }, orderedContainers: [{ name: 'app', image: 'x' }] });
  return app;
}

const reportAll = (scope: IConstruct) => createHtmlReport(StartupOrder.planAll(scope), REPORT_PAGE);

const PAGE = reportAll(shop());

test('the report contains all workloads: a table, and for each its timeline, its findings and its plan', () => {
  expect(PAGE).toContain('<title>Start order of 3 workloads</title>');
  expect([...PAGE.matchAll(/<h2 id="(w\d)-title">([^<]*)</g)].map(([, id, path]) => `${id} ${path}`)).toEqual(['w1 shop/web', 'w3 shop/off']);
  const rows = [...PAGE.matchAll(/<tr><td>(.*?)<\/tr>/g)].map(([, cells]) => cells.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ').trim());
  expect(rows).toEqual(['shop/web 5 3 BEST_EFFORT ~7.2 s 2', 'shop/db 1 0 – ~1.2 s 0', 'shop/off switched off 0 – – 0']);
  expect([...PAGE.matchAll(/href="#(w\d)"/g)].map(([, id]) => id)).toEqual(['w1', 'w3']);
  expect(PAGE.match(/<svg /g)).toHaveLength(1);
  expect(PAGE.replace(/\s+/g, ' ')).toMatch(/app after [^ ]+ \(shop\/db\) ready \(TCP [a-z0-9-]+:5432\)/);
  expect(PAGE.match(/<ul aria-label="Findings">/g)).toHaveLength(1);
  expect(PAGE.replace(/<(script|style)>[^]*?<\/\1>/g, '')).not.toContain('`');
  expect(PAGE).toContain('<code>kubernetesVersion</code>');
});

test('the headline counts the workloads whose order is weak, and the weakest is first', () => {
  expect(PAGE).toContain('<p class="headline">1 of 3 workloads holds its order only while nothing fails. 1 of 3 workloads has its start order disabled.</p>');
  const plans = [
    planOf([{ name: 'app', needs: ['db'], command: true }, { name: 'db' }], {}, { mechanism: Mechanism.ENTRYPOINT_GATE }),
    planOf([{ name: 'app' }]),
    planOf([{ name: 'app', needs: ['db'] }, { name: 'db', role: ContainerRole.INIT }]),
  ].map((plan, i) => ({ ...plan, path: ['gated', 'plain', 'closed'][i] }));
  const page = createHtmlReport(plans, REPORT_PAGE);
  expect(page).toContain('<p class="headline">When a pod starts, its order holds whatever fails in the pod.</p>');
  expect([...page.matchAll(/<h2 id="w\d-title">([^<]*)</g)].map(([, path]) => path)).toEqual(['closed', 'gated']);
  expect(page).toMatch(/<td>plain<\/td>/);
  expect(createHtmlReport([plans[1]], REPORT_PAGE)).toContain('<p class="headline">No workload has a dependency.</p>');
});

test('a workload of one container shows its findings alone', () => {
  const page = createHtmlReport([{ ...planOf([{ name: 'app' }]), path: 'one', warnings: ['wrong'] }], REPORT_PAGE);
  expect(page).toContain('<section id="w1" aria-labelledby="w1-title"><h2 id="w1-title">one</h2><ul aria-label="Findings"><li>wrong</li></ul></section>');
  expect(page).toContain('<a href="#w1">one</a>');
});

describe('a pod that never becomes ready', () => {
  const plan = planOf([{ name: 'app' }, { name: 'init', role: ContainerRole.INIT }]);
  const stuck = { ...plan, path: 'stuck', containers: plan.containers.map(c => c.name === 'init' ? { ...c, _neverEnds: true } : c) };
  const page = createHtmlReport([plan, stuck], REPORT_PAGE);

  test('is the first workload of the report', () => {
    expect(page).toContain('<p class="headline">1 of 2 workloads never becomes ready. No workload has a dependency.</p>');
    expect(page).toMatch(/<h2 id="w1-title">stuck<[^]*<h2 id="w2-title">test\/pod</);
    expect(page).toContain('<span class="weak">never</span>');
  });

  test('waits beyond the end of its timeline, and the bar names the container that blocks it', () => {
    const svg = drawTimelineSvg(predict(stuck));
    expect([...svg.matchAll(/<path class="(\w+) open"[^>]*><title>([^<]*)</g)].map(([, kind, title]) => `${kind} ${title}`)).toEqual([
      'running init: at work, from 0.2 s on',
      'waiting app: waits for init, from 0.1 s on',
    ]);
    expect(drawTimelineSvg(predict(plan))).not.toContain(' open"');
  });
});

test('two reports of the same plans are identical, and the report of one workload is a page', () => {
  expect(reportAll(shop())).toBe(PAGE);
  expect(reportAll(shop().node.findChild('shop').node.findChild('db'))).toContain('Start order of 1 workload<');
});

test('the report loads no external resources', () => {
  const scripts = [...PAGE.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => createHash('sha256').update(text).digest('base64'));
  expect(scripts).toHaveLength(1);
  expect(PAGE).toContain(`content="\n  default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scripts[0]}'"`);
  expect(PAGE).not.toMatch(/<[a-z][^>]*\s(src|href)=(?!"#)|url\(|@import/);
});

inBrowser('in a browser', () => {
  // The page allows no other script than its own, and the tests run one in it.
  const tested = PAGE.replace(/script-src '[^']*'/, "script-src 'unsafe-inline'");

  test('text of a plan is never interpreted as markup', () => {
    expect(askPage({
      html: tested,
      script: `return {
      title: document.title, scripts: document.scripts.length, images: document.images.length, sections: document.querySelectorAll('main > section').length,
      said: document.querySelector('#w1 pre').textContent.replace(/\\s+/g, '').includes(${JSON.stringify(EVIL.replace(/\s+/g, '')).replace(/</g, '\\u003c')}),
    }`,
    })).toEqual({ title: 'Start order of 3 workloads', scripts: 2, images: 0, sections: 2, said: true });
  });

  test('a heading sorts the table: names, numbers, times, and guarantees from the weakest', () => {
    const script = `
      const columns = [...document.querySelectorAll('th button')];
      const press = column => { columns[column].click(); return [columns[column].parentElement.ariaSort, ...[...document.querySelectorAll('tbody tr')].map(row => row.cells[0].textContent)]; };
      return [press(0), press(0), press(1), press(4), press(3)];`;
    expect(askPage({ html: tested, script })).toEqual([
      ['ascending', 'shop/db', 'shop/off', 'shop/web'],
      ['descending', 'shop/web', 'shop/off', 'shop/db'],
      ['ascending', 'shop/db', 'shop/web', 'shop/off'],
      ['ascending', 'shop/off', 'shop/db', 'shop/web'],
      ['ascending', 'shop/web', 'shop/off', 'shop/db'],
    ]);
  });

  test('the page runs its own script, and a timeline scrolls on a phone', () => {
    const question = 'document.querySelector("th button").click(); return [document.querySelector("th").ariaSort, document.documentElement.scrollWidth, document.querySelector("#w1 .scroll").scrollWidth > 800]';
    const asking = `<script>document.documentElement.setAttribute('data-found', btoa(unescape(encodeURIComponent(JSON.stringify((() => { ${question} })())))))</script>`;
    const hash = createHash('sha256').update(asking.slice(8, -9)).digest('base64');
    const allowed = PAGE.replace(/script-src '[^']*'/, `$& 'sha256-${hash}'`);
    expect(askPage({ html: allowed, size: [500, 844], script: question })).toEqual(['ascending', 500, true]);
  });

  test('no part of a printed page is cut off', () => {
    // The browser of the tests has no printer: the rules for print become rules for the screen.
    const printed = tested.replace('@media print {', '@media all {');
    expect(printed).not.toBe(tested);
    const script = 'return [...document.querySelectorAll(".scroll")].map(e => e.scrollWidth <= e.clientWidth + 1)';
    expect(askPage({ html: printed, size: [720, 1000], script })).toEqual(Array(4).fill(true));
  });

  test('no element is wider than a wide or a narrow page, and no texts of a picture overlap', () => {
    for (const width of [500, 1300]) {
      const { scroll, ...overlaps } = askPage({ html: tested, size: [width, 900], script: `return { scroll: document.documentElement.scrollWidth - window.innerWidth, ...(() => { ${OVERLAPS} })() }` });
      expect([scroll <= 0, overlaps.found]).toEqual([true, []]);
    }
  });

  test('no word is split between lines', () => {
    const script = `
      const broken = [];
      const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT, n => n.parentElement.closest('svg, pre') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
      for (let node; (node = walker.nextNode());) {
        for (const word of node.data.matchAll(/[A-Za-z0-9_]+/g)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) { broken.push(word[0]); }
        }
      }
      return broken;`;
    for (const width of [500, 800, 1300]) { expect(askPage({ html: tested, size: [width, 900], script })).toEqual([]); }
  });

  test.each([false, true])('the contrast of each text is sufficient (dark: %s)', dark => {
    const script = `
      const channel = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
      const light = text => { const [r, g, b] = text.match(/[0-9.]+/g).map(Number); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
      const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(c)) { return c; } } return 'rgb(255, 255, 255)'; };
      return Math.min(...[...document.querySelectorAll('h1, h2, h3, p, li, th, td, a, caption, code, pre, span, summary, input')].filter(e => e.textContent || e.value !== undefined).map(e => {
        const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
      }));`;
    expect(askPage({ html: tested, dark, script })).toBeGreaterThanOrEqual(4.5);
  });
});
