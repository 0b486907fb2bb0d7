import { estimateWidth } from '../../tools/pictures/fit-text';
import { createElement, escapeText, formatCoordinate } from '../../tools/pictures/xml';
import { formatInteger } from '../bench/bars';

/** An axis from `min` to `max`. */
export interface Axis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  /** Logarithmic. */
  readonly log: boolean;
}

/** The area of a diagram, in pixels. */
export interface Panel {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const PAD = 16;
const SMALL = 11;

/** Returns a logarithmic axis for the values, with ticks at 1, 2 and 5 of each power of ten. */
export function logAxis(label: string, values: readonly number[]): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low > 0)) {
    throw new Error(`${low} has no place on a logarithmic axis`);
  }
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    // 10 ** -2 is not exactly 0.01.
    for (const digit of [1, 2, 5]) {
      ticks.push(Number(`${digit}e${power}`));
    }
  }
  const first = Math.max(0, ticks.findIndex(tick => tick > low) - 1);
  const last = ticks.findIndex(tick => tick >= high);
  const kept = ticks.slice(first, last + 1);
  return { label, min: kept[0], max: kept[kept.length - 1], ticks: kept, log: true };
}

/** Returns an axis from 0, so that lengths are proportional to values. */
export function axisFromZero(label: string, values: readonly number[]): Axis {
  const high = Math.max(...values);
  const rough = 10 ** Math.floor(Math.log10(high / 4));
  const step = [1, 2, 5, 10].map(digit => digit * rough).find(candidate => high / candidate <= 5.5)!;
  // 3 * 0.1 is not exactly 0.3.
  const ticks = Array.from({ length: Math.ceil(high / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
  return { label, min: 0, max: ticks[ticks.length - 1], ticks, log: false };
}

export function place({ min, max, log }: Axis, from: number, to: number): (value: number) => number {
  return value =>
    from + (log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min)) * (to - from);
}

/** Formats the value of a tick: '10,000', '0.05'. */
export function tickText(value: number): string {
  return Number.isInteger(value) ? formatInteger(value) : String(value);
}

/** Returns a picture with colours for light and dark themes. */
export function picture(
  name: string,
  about: string,
  width: number,
  height: number,
  ...parts: readonly string[]
): string {
  const body = [
    createElement('title', {}, escapeText(name)),
    createElement('desc', {}, escapeText(about)),
    createElement('style', {}, STYLE),
    createElement('rect', { class: 'back', x: 0, y: 0, width, height }),
    createElement('text', { class: 'head', x: PAD, y: PAD + 14 }, escapeText(name)),
    ...parts,
  ];
  const head = {
    'xmlns': 'http://www.w3.org/2000/svg',
    'class': 'numbers',
    'viewBox': `0 0 ${width} ${height}`,
    width,
    height,
    'role': 'img',
    'aria-label': `${name}. ${about}`,
  };
  return `${createElement('svg', head, ...body.map(part => `\n${part}`), '\n')}\n`;
}

/**
 * Draws the grid, the ticks and the labels of the axes. Without `y`, the rows have names instead of a vertical axis.
 */
export function frame({ left, right, top, bottom }: Panel, x: Axis, y?: Axis): string {
  const [at, up] = [place(x, left, right), y && place(y, bottom, top)];
  return [
    ...x.ticks.map(tick => createElement('line', { class: 'grid', x1: at(tick), y1: top, x2: at(tick), y2: bottom })),
    ...shown(x, right - left, tick => estimateWidth(tickText(tick), SMALL) + 8).map(tick =>
      createElement(
        'text',
        { 'class': 'small', 'x': at(tick), 'y': bottom + 16, 'text-anchor': 'middle' },
        tickText(tick),
      ),
    ),
    createElement(
      'text',
      { 'class': 'small', 'x': (left + right) / 2, 'y': bottom + 34, 'text-anchor': 'middle' },
      escapeText(x.label),
    ),
    ...(y
      ? [
          ...y.ticks.map(tick =>
            createElement('line', { class: 'grid', x1: left, y1: up!(tick), x2: right, y2: up!(tick) }),
          ),
          ...shown(y, bottom - top, () => 18).map(tick =>
            createElement(
              'text',
              { 'class': 'small', 'x': left - 6, 'y': up!(tick) + 4, 'text-anchor': 'end' },
              tickText(tick),
            ),
          ),
          // Above the axis instead of rotated along the axis, which is easier to read.
          createElement('text', { class: 'axis', x: left, y: top - 10 }, escapeText(y.label)),
        ]
      : []),
  ].join('\n');
}

/** Returns the ticks with a text: all ticks, or only powers of ten if space is short. */
function shown({ ticks, log, ...axis }: Axis, length: number, needs: (tick: number) => number): readonly number[] {
  const at = place({ ...axis, ticks, log }, 0, length);
  const crowded = ticks.some(
    (tick, i) => i > 0 && at(tick) - at(ticks[i - 1]) < (needs(tick) + needs(ticks[i - 1])) / 2,
  );
  return log && crowded ? ticks.filter(tick => /^0*\.?0*10*$/.test(String(tick))) : ticks;
}

/** Draws lines with a mark at each point. Each series has its own colour and mark. */
export function lines({ left, right, top, bottom }: Panel, x: Axis, y: Axis, series: readonly Series[]): string {
  const [at, up] = [place(x, left, right), place(y, bottom, top)];
  return series
    .map(({ name, points }, i) =>
      points.length === 0
        ? ''
        : createElement(
            'g',
            { class: `s${i}` },
            createElement('title', {}, escapeText(name)),
            createElement('path', {
              class: 'line',
              d: points
                .map(([a, b], j) => `${j === 0 ? 'M' : 'L'}${formatCoordinate(at(a))} ${formatCoordinate(up(b))}`)
                .join(''),
            }),
            ...points.map(([a, b]) =>
              mark(
                i,
                at(a),
                up(b),
                createElement('title', {}, escapeText(`${name}, ${tickText(a)}: ${b.toPrecision(3)}`)),
              ),
            ),
          ),
    )
    .filter(line => line !== '')
    .join('\n');
}

export function legend(
  series: readonly Series[],
  left: number,
  right: number,
  top: number,
): { readonly svg: string; readonly height: number } {
  let [x, y] = [left, top + 12];
  const entries = series.map(({ name }, i) => {
    const needed = estimateWidth(name, SMALL) + 40;
    if (x > left && x + needed > right) {
      [x, y] = [left, y + 20];
    }
    const at = x;
    x += needed;
    return createElement(
      'g',
      { class: `s${i}` },
      createElement('path', { class: 'line', d: `M${formatCoordinate(at)} ${formatCoordinate(y - 4)}h22` }),
      mark(i, at + 11, y - 4),
      createElement('text', { class: 'small', x: at + 28, y }, escapeText(name)),
    );
  });
  return { svg: entries.join('\n'), height: y - top + 8 };
}

/** A circle, a square, a triangle, a diamond, a plus. */
const MARKS: readonly string[] = [
  'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'm-3.6 -3.6h7.2v7.2h-7.2z',
  'm0 -4.8l4.6 8h-9.2z',
  'm0 -5l5 5l-5 5l-5 -5z',
  'm-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z',
];

function mark(series: number, x: number, y: number, ...children: readonly string[]): string {
  return createElement(
    'path',
    { class: 'mark', d: `M${formatCoordinate(x)} ${formatCoordinate(y)}${MARKS[series]}` },
    ...children,
  );
}

const LIGHT =
  '--back:#fff;--stripe:#f6f7f9;--text:#1b1f24;--dim:#57606a;--grid:#dfe3e8;' +
  '--c0:#2f6fd0;--c1:#bc4c00;--c2:#8250df;--c3:#57606a;--c4:#1a7f37';
const DARK =
  '--back:#0d1117;--stripe:#151b23;--text:#e6edf3;--dim:#9198a1;--grid:#2b323b;' +
  '--c0:#58a6ff;--c1:#f0883e;--c2:#bc8cff;--c3:#9198a1;--c4:#3fb950';
const STYLE = `
.numbers{${LIGHT};font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.numbers{${DARK}}}
.numbers .back{fill:var(--back)}
.numbers .stripe{fill:var(--stripe)}
.numbers text{fill:var(--text);font-size:12px}
.numbers .head{font-size:15px;font-weight:600}
.numbers .axis{font-size:12px}
.numbers .small{fill:var(--dim);font-size:${SMALL}px}
.numbers .grid{stroke:var(--grid);stroke-width:1}
.numbers .line{fill:none;stroke:var(--c);stroke-width:2}
.numbers .mark{fill:var(--c);stroke:var(--back);stroke-width:1}
.numbers .dot{fill:var(--c);fill-opacity:.6}
.numbers .p{stroke:var(--text);stroke-width:2}
${[0, 1, 2, 3, 4].map(i => `.numbers .s${i}{--c:var(--c${i})}`).join('\n')}
`;
