import { App, Chart, Duration } from 'cdk8s';
import { askPage, inBrowser, OVERLAPS } from './browser';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck, StartupOrder } from '../../src';

const EVIL = '</pre></section><script>document.title="broken"</script><img src=x onerror="document.title=1">';

/** Three workloads, of which one waits for another, one has no order, and one says dangerous things. */
function shop(): App {
  const app = new App();
  const chart = new Chart(app, 'shop');
  const db = new OrderedDeployment(chart, 'db', { startupOrder: { kubernetesVersion: '1.33' }, containers: [{ name: 'postgres', image: 'x', portNumber: 5432 }] });
  const service = db.exposeViaService();
  new OrderedDeployment(chart, 'web', {
    startupOrder: { kubernetesVersion: '1.33', orderedShutdown: true },
    containers: [
      { name: 'app', image: 'x', dependsOn: [Dependency.on('proxy'), Dependency.on('config'), Dependency.onService(service)] },
      { name: 'proxy', image: 'x', readyWhen: ReadyCheck.tcpSocket(9901), expectedReadyIn: Duration.seconds(2) },
      { name: 'config', image: 'x', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.command(['sh', '-c', EVIL]) },
    ],
  });
  new OrderedDeployment(chart, 'off', { startupOrder: { enabled: false, reason: EVIL }, containers: [{ name: 'app', image: 'x' }] });
  return app;
}

const PAGE = StartupOrder.reportAll(shop());

test('has all workloads, and what is between them', () => {
  expect(PAGE).toContain('<title>Start order of 3 workloads</title>');
  expect([...PAGE.matchAll(/<h2 id="(w\d)-title">([^<]*)</g)].map(([, id, path]) => `${id} ${path}`)).toEqual(['w1 shop/db', 'w2 shop/web', 'w3 shop/off']);
  expect(PAGE).toMatch(/<li><a href="#w2">shop\/web<\/a> \(app\) waits for <a href="#w1">shop\/db<\/a>: TCP [a-z0-9-]+:5432<\/li>/);
});

test('of one workload is a page, too', () => {
  const app = shop();
  const chart = app.node.findChild('shop');
  const page = StartupOrder.reportAll(chart.node.findChild('db'));
  expect(page).toContain('Start order of 1 workload<');
  expect(page).not.toContain('Between workloads');
});

test('is the same each time', () => {
  expect(StartupOrder.reportAll(shop())).toBe(PAGE);
});

test('loads nothing', () => {
  expect(PAGE).toContain("default-src 'none'");
  expect(PAGE).not.toMatch(/<[a-z][^>]*\s(src|href)=(?!"#)|url\(|@import/);
});

inBrowser('in a browser', () => {
  test('text is text, and nothing else', () => {
    expect(askPage({
      html: PAGE,
      script: `return {
      title: document.title, scripts: document.scripts.length, images: document.images.length, sections: document.querySelectorAll('main > section').length,
      said: document.querySelector('#w2 pre').textContent.replace(/\\s+/g, '').includes(${JSON.stringify(EVIL.replace(/\s+/g, '')).replace(/</g, '\\u003c')}),
    }`,
    })).toEqual({ title: 'Start order of 3 workloads', scripts: 2, images: 0, sections: 3, said: true });
  });

  test('a search shows what has all words', () => {
    const script = `
      const search = document.getElementById('search');
      const visible = text => { search.value = text; search.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('section, tr[data-of]')].filter(e => e.getClientRects().length > 0).map(e => e.id || e.dataset.of).join(' ') + ': ' + document.getElementById('found').textContent; };
      return ['', 'postgres', 'TCP ready proxy', 'START_ORDER', 'nothing like this', 'switched OFF'].map(visible);`;
    expect(askPage({ html: PAGE, script })).toEqual([
      'w1 w2 w3 w1 w2 w3: ', 'w1 w1: 1 of 3', 'w2 w2: 1 of 3', 'w2 w2: 1 of 3', ': 0 of 3', 'w3 w3: 1 of 3',
    ]);
  });

  test('nothing is wider than the page, wide or narrow, and no text of a picture overlaps', () => {
    for (const width of [500, 1300]) {
      const { scroll, ...overlaps } = askPage({ html: PAGE, size: [width, 900], script: `return { scroll: document.documentElement.scrollWidth - window.innerWidth, ...(() => { ${OVERLAPS} })() }` });
      expect([scroll <= 0, overlaps.found]).toEqual([true, []]);
    }
  });

  test.each([false, true])('its text can be read (dark: %s)', dark => {
    const script = `
      const channel = v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
      const light = text => { const [r, g, b] = text.match(/[0-9.]+/g).map(Number); return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b); };
      const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(c)) { return c; } } return 'rgb(255, 255, 255)'; };
      return Math.min(...[...document.querySelectorAll('h1, h2, h3, p, li, th, td, a, caption, code, pre, span, summary, input')].filter(e => e.textContent || e.value !== undefined).map(e => {
        const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
      }));`;
    expect(askPage({ html: PAGE, dark, script })).toBeGreaterThanOrEqual(4.5);
  });
});
