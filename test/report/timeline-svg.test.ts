import { askPage, CONTRAST, inBrowser, OVERLAPS } from './browser';
import { MECHANISMS, planOf, six, Words } from './pods';
import { ContainerRole, Dependency, Mechanism } from '../../src';
import { predict } from '../../src/report/predict';
import { Timeline, TimelineRow } from '../../src/report/timeline';
import { drawTimelineSvg } from '../../tools/pictures/timeline-svg';

/** Ladders, chains and single containers, with names of all lengths; deterministic. */
export function crowd(size: number): Timeline {
  const name = (i: number) => i % 9 === 4 ? `container-${i}-${'long-name-'.repeat(5)}x`.slice(0, 63).replace(/-$/, 'x') : `service-${i}`;
  const containers = Array.from({ length: size }, (_, i): Words => ({
    name: name(i),
    ready: i % 7 === 3 ? undefined : (i * 37 % 23) / 5,
    needs: [
      ...(i >= 4 ? [name(i - 1 - (i * 13) % 4)] : []),
      ...(i >= 8 && i % 5 === 0 ? [name(3)] : []),
      ...(i === 6 ? [Dependency.onTcp('a-database.with-a-long-name.shop.svc.cluster.local', 5432)] : []),
    ].filter((n, at, all) => all.indexOf(n) === at),
    command: i % 3 === 0,
    role: i === 0 ? ContainerRole.INIT : i < 3 && size > 3 ? ContainerRole.SIDECAR : undefined,
  }));
  return predict(planOf(containers));
}

const SIX = MECHANISMS.map(m => predict(six(m)));
const SIZES = [2, 3, 6, 10, 20, 40];

/** A simulated observation on a node: all times a bit later, one crashed container, one container that is not ready. */
function measured(timeline: Timeline): Timeline {
  const later = (row: TimelineRow, i: number): TimelineRow => ({
    ...row,
    guessed: false,
    spans: row.spans.map(s => ({ ...s, from: s.from * 1.1, to: s.to * 1.1, ...(i === 3 && s.kind === 'starting' ? { kind: 'failed' as const, of: ['CrashLoopBackOff'] } : {}) })),
  });
  return { ...timeline, kind: 'measured', rows: timeline.rows.map(later), allReady: undefined, allReadyWithoutOrder: undefined, criticalPath: [], end: timeline.end * 1.1 };
}

describe('the picture of a timeline', () => {
  test('has a row each for a container and a service with the same name, and an arrow from each', () => {
    const options = { mechanism: Mechanism.ENTRYPOINT_GATE };
    const needs = [Dependency.on('db', options), Dependency.onTcp('db', 5432, options)];
    const svg = drawTimelineSvg(predict(planOf([{ name: 'app', needs, command: true }, { name: 'db', ready: 2 }])));
    expect([...svg.matchAll(/<title>(db\b[^<]*)</g)].map(([, title]) => title.split(',')[0])).toEqual([
      'db: ready', 'db: is created', 'db: runs', 'db: ready', 'db: TCP db:5432', 'db',
    ]);
    const begins = [...svg.matchAll(/class="line" d="M[\d.]+ ([\d.]+)C/g)].map(([, y]) => Number(y));
    expect(begins).toHaveLength(2);
    expect(new Set(begins).size).toBe(2);
  });

  test('of 1000 containers and a critical path of 2000 steps takes less than two seconds', () => {
    const [row] = SIX[0].rows;
    const rows = Array.from({ length: 1000 }, (_, i): TimelineRow => ({ ...row, name: `c${i}` }));
    const criticalPath = Array.from({ length: 2000 }, (_, i) => ({ who: i % 2 === 0 ? 'kubelet' : `c${(i - 1) / 2}`, what: 'starts', from: i, to: i + 1 }));
    const begin = performance.now();
    const svg = drawTimelineSvg({ ...SIX[0], rows, criticalPath });
    expect(performance.now() - begin).toBeLessThan(2000);
    expect(svg.match(/<title>critical path/g)).toHaveLength(2000);
  });

  test('escapes all texts', () => {
    const evil = '"/><script>alert(1)</script>&\u0000\ud800';
    const rows = SIX[0].rows.map(r => ({ ...r, detail: evil, spans: r.spans.map(s => ({ ...s, of: [evil] })) }));
    const svg = drawTimelineSvg({ ...SIX[0], title: evil, notes: [evil], rows });
    expect(svg).not.toContain('<script');
    expect(svg).not.toMatch(/[\u0000\ud800]/);
    expect(svg.match(/&#60;script&#62;alert\(1\)&#60;\/script&#62;&#38;\ufffd\ufffd/g)!.length).toBeGreaterThan(5);
  });

  test('of an empty timeline is valid', () => {
    expect(drawTimelineSvg(predict(planOf([{ name: 'a' }], { disabledReason: 'x' })))).toMatch(/^<svg [^]*<\/svg>\n$/);
  });
});

inBrowser('in a browser', () => {
  const pictures = [
    ...[...SIX, ...SIZES.map(crowd)].map(t => drawTimelineSvg(t)),
    drawTimelineSvg(crowd(20), undefined, 600),
    drawTimelineSvg(crowd(6), undefined, 1600),
  ];
  const beside = [measured(crowd(6)), measured(crowd(40))].map((seen, i) => drawTimelineSvg(seen, crowd([6, 40][i])));

  test('no text of a picture overlaps another or exceeds its bar', () => {
    const { texts, found } = askPage({ html: [...pictures, ...beside].join('\n'), script: OVERLAPS });
    expect(texts).toBeGreaterThan(500);
    expect(found).toEqual([]);
  });

  test.each([false, true])('the contrast of each text with its background is sufficient (dark: %s)', dark => {
    const least = askPage({ html: [pictures[0], pictures[7], pictures[10], ...beside].join('\n'), dark, script: CONTRAST });
    expect(least.text).not.toBe('');
    expect(least.ratio).toBeGreaterThanOrEqual(4.5);
  });

  test('the picture is well-formed XML', () => {
    const script = "return [...document.querySelectorAll('script[type=\"text/plain\"]')].map(s => new DOMParser().parseFromString(s.textContent, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '')";
    expect(askPage({ html: pictures.map(p => `<script type="text/plain">${p}</script>`).join(''), script })).toEqual(pictures.map(() => ''));
  });
});
