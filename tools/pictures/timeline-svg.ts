import { fitText, breakLines, estimateWidth } from './fit-text';
import { describePicture, labelSpan, LEGEND, describeSpan, summarize } from './timeline-labels';
import { TIMELINE_STYLE } from './timeline-style';
import { createElement, escapeText, formatCoordinate, formatPlain } from './xml';
import { describePlace } from '../../src/report/labels';
import { formatSeconds } from '../../src/report/seconds';
import { Timeline, TimelineEdge, TimelineRow, TimelineSpan } from '../../src/report/timeline';

const PAD = 16;
const NAME_SIZE = 12;
const MONO = 0.63;
const SMALL = 10.5;
/** Room for the last tick of the axis. */
const RIGHT = 28;

const BAR = 16;
/** The height of the bars of the second timeline. */
const SECOND_BAR = 9;

/** A part below the rows. */
interface Part {
  readonly svg: string;
  readonly height: number;
}

/**
 * Draws a timeline like `systemd-analyze plot`: a bar for each container, an arrow for each edge, and a marked critical
 * path. The bars of `other`, such as measured times, are below the bars of `timeline`. The picture contains its own
 * colours, for light and dark, and loads no external resource.
 */
export function drawTimelineSvg(timeline: Timeline, other?: Timeline, givenWidth = 960): string {
  const width = Math.max(480, givenWidth);
  const timelines = other ? [timeline, other] : [timeline];
  const added = (other?.rows ?? []).filter(row => !findRow(timeline, row));
  const rows = [...timeline.rows, ...added];
  const indexes = new Map(rows.map((row, i) => [keyOf(row), i]));
  const widths = rows.flatMap(row => [
    estimateWidth(row.name, NAME_SIZE, MONO),
    estimateWidth(describePlace(row), SMALL),
  ]);
  const labelWidth = Math.min(Math.max(90, ...widths), width * 0.3);
  const left = PAD + labelWidth + 12;
  const moments = timelines.flatMap(one => [
    one.end,
    one.allReadyWithoutOrder ?? 0,
    ...one.rows.flatMap(r => r.spans.map(s => s.to)),
  ]);
  const end = Math.max(...moments) || 1;
  const path = timelines.map(({ criticalPath }) => criticalPath).find(({ length }) => length > 0) ?? [];
  const rowHeight = other ? 46 : 36;
  const subtitle = breakLines(summarize(timeline, other), width - 2 * PAD, 12);
  const rowsTop = PAD + 20 + subtitle.length * 17 + 30;
  const bottom = rowsTop + rows.length * rowHeight;
  let next = bottom + 10;
  const below: string[] = [];
  for (const draw of [drawPrice, drawLegend, drawNotes]) {
    const part = draw(next);
    below.push(part.svg);
    next += part.height;
  }
  const total = Math.ceil(next + PAD);
  const heading = `Start of ${timeline.title}, ${timeline.kind}${other ? ` and ${other.kind}` : ''}`;
  return (
    createElement(
      'svg',
      {
        'xmlns': 'http://www.w3.org/2000/svg',
        'class': 'startup-order',
        'viewBox': `0 0 ${width} ${total}`,
        width,
        'height': total,
        'role': 'img',
        'aria-label': `${heading}. ${summarize(timeline, other)}`,
      },
      [
        '',
        drawTitle(heading),
        createElement('desc', {}, escapeText(describePicture(timeline))),
        createElement('style', {}, TIMELINE_STYLE),
        drawBox('back', 0, 0, width, total),
        drawHead(),
        drawAxis(),
        ...timeline.edges.map(drawArrow).filter(Boolean),
        ...rows.map(drawBars),
        drawCriticalPath(),
        ...rows.map(drawTexts),
        ...below,
        '',
      ].join('\n'),
    ) + '\n'
  );

  function toX(at: number): number {
    return left + (at / end) * (width - RIGHT - left);
  }

  function getBarTop(index: number): number {
    return rowsTop + index * rowHeight + 8;
  }

  function drawHead(): string {
    return [
      drawText('head', PAD, PAD + 14, fitText(timeline.title, width - 2 * PAD, 15, 0.66)),
      ...subtitle.map((line, i) => drawText('sub', PAD, PAD + 34 + i * 17, line)),
    ].join('\n');
  }

  function drawAxis(): string {
    const step = findAxisStep(end, (width - RIGHT - left) / 64);
    const ticks = Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => Math.round(i * step * 100) / 100);
    const stripes = rows.flatMap((_, i) =>
      i % 2 === 0 ? [] : [drawBox('stripe', 0, rowsTop + i * rowHeight, width, rowHeight)],
    );
    return [
      ...stripes,
      ...ticks.flatMap(t => [
        drawLine('grid', toX(t), rowsTop - 4, toX(t), bottom),
        drawText('tick', toX(t), rowsTop - 9, `${t} s`, { 'text-anchor': 'middle' }),
      ]),
    ].join('\n');
  }

  function drawBars(row: TimelineRow, index: number): string {
    const y = getBarTop(index);
    const draw = (shown: Timeline | undefined, top: number, height: number) => {
      const drawn = findRow(shown, row);
      return drawn ? drawn.spans.map(span => drawBar(shown!, drawn, span, top, height)) : [];
    };
    return [...draw(timeline, y, BAR), ...draw(other, y + BAR + 2, SECOND_BAR)].join('\n');
  }

  function drawBar(shown: Timeline, row: TimelineRow, span: TimelineSpan, top: number, height: number): string {
    const thin = span.kind === 'queued' ? Math.max(2, height / 5) : height;
    const open = isOpen(span, shown);
    const from = formatSeconds(span.from);
    const time = open ? `from ${from} on` : `${from} to ${formatSeconds(span.to)}`;
    const title = drawTitle(`${row.name}: ${describeSpan(row, span, open)}, ${time}`);
    const bar = drawBox(
      `${span.kind}${isGuess(row, span) ? ' guess' : ''}`,
      toX(span.from),
      top + (height - thin) / 2,
      Math.max(1, toX(span.to) - toX(span.from)),
      thin,
      span.kind === 'creating' ? undefined : 2,
      title,
    );
    if (!open) {
      return bar;
    }
    // The arrowhead in the margin shows that the bar continues.
    const tip = formatPath`M${toX(span.to) + 3} ${top}l${RIGHT / 3} ${height / 2}l${-RIGHT / 3} ${height / 2}z`;
    return `${bar}\n${createElement('path', { class: `${span.kind} open`, d: tip }, title)}`;
  }

  /**
   * An arrow from the moment when the condition became true, in the row of the dependency, to the moment when the
   * dependent continued.
   */
  function drawArrow(edge: TimelineEdge): string {
    const { dependency, dependent, metAt, wentOnAt } = edge;
    const from = indexes.get(edge.external ? keyOfOutside(dependency) : dependency);
    const to = indexes.get(edge.via ?? dependent);
    if (metAt === undefined || wentOnAt === undefined || from === undefined || to === undefined || from === to) {
      return '';
    }
    const down = to > from;
    const [x1, x2] = [toX(metAt), toX(wentOnAt)];
    const y1 = getBarTop(from) + (down ? BAR : 0);
    const y2 = getBarTop(to) + (down ? 0 : BAR);
    const tip = down ? -5 : 5;
    const bend = Math.max(10, Math.abs(y2 - y1) * 0.4) * (down ? 1 : -1);
    const line = formatPath`M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 + tip}`;
    const head = formatPath`M${x2} ${y2}l-3.5 ${tip * 1.3}h7z`;
    return createElement(
      'g',
      { class: edge.critical ? 'edge critical' : 'edge' },
      drawTitle(`${dependent} starts after ${dependency} is ${edge.condition}: ${edge.mechanism}, ${edge.guarantee}`),
      createElement('path', { class: 'line', d: line }),
      createElement('path', { class: 'tip', d: head }),
    );
  }

  /**
   * A line below the bars, in the row of the container that acts. A step of the kubelet is in the row of the container
   * that it serves.
   */
  function drawCriticalPath(): string {
    const lines: string[] = [];
    let row: number | undefined;
    for (const { who, what, from, to } of [...path].reverse()) {
      row = indexes.get(who) ?? indexes.get(keyOfOutside(who)) ?? row;
      if (row === undefined) {
        continue;
      }
      const y = getBarTop(row) + BAR + (other ? SECOND_BAR + 4 : 1.5);
      const title = `critical path: ${who} ${what}, ${formatSeconds(from)} to ${formatSeconds(to)}`;
      lines.push(drawLine('path', toX(from), y, toX(to), y, drawTitle(title)));
    }
    return lines.reverse().join('\n');
  }

  function drawTexts(row: TimelineRow, index: number): string {
    const { name } = row;
    const y = getBarTop(index);
    return [
      createElement(
        'text',
        { class: row.injected ? 'name injected' : 'name', x: PAD, y: y + 9 },
        escapeText(fitText(name, labelWidth, NAME_SIZE, MONO)),
        createElement('title', {}, formatPlain(row.detail === '' ? name : `${name}: ${row.detail}`)),
      ),
      drawText('small', PAD, y + 22, fitText(describePlace(row), labelWidth, SMALL)),
      ...(timeline.rows.includes(row) ? drawLabels(row, y) : []),
    ].join('\n');
  }

  /** Returns the labels that fit into their bars. The title of a bar contains the full text. */
  function drawLabels(row: TimelineRow, y: number): string[] {
    const label = (span: TimelineSpan) => labelSpan(row, span, isOpen(span, timeline));
    return row.spans.flatMap((span, i) => {
      const text = label(span);
      const length = span.to - span.from;
      // A container can wait for the same dependency before its creation and in its gate. The label appears once, in
      // the longer bar.
      const isRepeated = row.spans.some((another, j) => {
        const longer = another.to - another.from - length;
        return label(another) === text && (longer > 0 || (longer === 0 && j < i));
      });
      const room = toX(span.to) - toX(span.from) - 8;
      const shortest = span.kind === 'waiting' ? ['waits for ab…yz', text] : [text];
      const needed = Math.min(...shortest.map(one => estimateWidth(one, SMALL)));
      if (isRepeated || text === '' || room < needed) {
        return [];
      }
      return [drawText(`in in-${span.kind}`, toX(span.from) + 4, y + 12, fitText(text, room, SMALL))];
    });
  }

  /** The time with and without the order. */
  function drawPrice(top: number): Part {
    const { allReady, allReadyWithoutOrder: plain } = timeline;
    if (allReady === undefined || plain === undefined || timeline.edges.length === 0) {
      return { svg: '', height: 0 };
    }
    const bars: readonly (readonly [string, number, string])[] = [
      ['as planned', allReady, 'planned'],
      ['no order', plain, 'plain'],
    ];
    const svg = [
      drawLine('rule', PAD, top, width - PAD, top),
      ...bars.map(([label, value, kind], i) => {
        const y = top + 10 + i * 20;
        const length = toX(value) - left;
        const [style, gap, anchor] = length > 70 ? [kind, -4, 'end'] : ['axis', 4, 'start'];
        return [
          drawText('small', PAD, y + 10, label),
          drawBox(kind, left, y, length, 14, 2),
          drawText(`in in-${style}`, toX(value) + gap, y + 11, formatSeconds(value), { 'text-anchor': anchor }),
        ].join('\n');
      }),
    ].join('\n');
    return { svg, height: 56 };
  }

  function drawLegend(top: number): Part {
    const used = new Set<string>(
      timelines.flatMap(one => one.rows.flatMap(({ spans }) => spans.map(({ kind }) => kind))),
    );
    const entries = Object.entries(LEGEND).filter(([kind]) => used.has(kind));
    if (timeline.rows.some(row => row.spans.some(span => isGuess(row, span)))) {
      entries.push(['starting guess', 'a guess: expectedReadyIn is unspecified']);
    }
    if (path.length > 0) {
      entries.push(['path', 'critical path']);
    }
    if (timelines.some(one => one.rows.some(({ spans }) => spans.some(span => isOpen(span, one))))) {
      entries.push(['open', 'has no end yet']);
    }
    if (other) {
      entries.push(['', `above: ${timeline.kind}, below: ${other.kind}`]);
    }
    let [x, y] = [PAD, top + 14];
    const drawn = entries.map(([kind, text]) => {
      const needed = estimateWidth(text, SMALL) + 34;
      if (x + needed > width - PAD && x > PAD) {
        [x, y] = [PAD, y + 18];
      }
      const at = x;
      x += needed;
      return `${drawSwatch(kind, at, y)}${drawText('small', at + (kind === '' ? 0 : 22), y, text)}`;
    });
    return { svg: drawn.join('\n'), height: y - top + 8 };
  }

  function drawNotes(top: number): Part {
    const all = timeline.notes.flatMap(note => breakLines(note, width - 2 * PAD, SMALL));
    const svg = all.map((line, i) => drawText('small', PAD, top + 14 + i * 15, line)).join('\n');
    return { svg, height: all.length * 15 };
  }
}

function drawSwatch(kind: string, x: number, y: number): string {
  switch (kind) {
    case '':
      return '';
    case 'path':
      return drawLine(kind, x, y - 3.5, x + 16, y - 3.5);
    case 'open':
      return createElement('path', { class: 'waiting open', d: formatPath`M${x + 4} ${y - 9}l8 5.5l-8 5.5z` });
    case 'queued':
      return drawBox(kind, x, y - 5, 16, 3, 2);
    default:
      return drawBox(kind, x, y - 9, 16, 11, 2);
  }
}

function drawText(
  style: string,
  x: number,
  y: number,
  text: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return createElement('text', { class: style, x, y, ...attributes }, escapeText(text));
}

function drawLine(
  style: string,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  ...children: readonly string[]
): string {
  return createElement('line', { class: style, x1, y1, x2, y2 }, ...children);
}

/** `rx`: the radius of the corners. */
function drawBox(
  style: string,
  x: number,
  y: number,
  width: number,
  height: number,
  rx?: number,
  ...children: readonly string[]
): string {
  return createElement('rect', { class: style, x, y, width, height, rx }, ...children);
}

/** The tooltip of the element around it. */
function drawTitle(text: string): string {
  return createElement('title', {}, escapeText(text));
}

/** Formats the coordinates of a path. */
function formatPath(words: TemplateStringsArray, ...coordinates: readonly number[]): string {
  return String.raw(words, ...coordinates.map(formatCoordinate));
}

function isGuess({ guessed }: TimelineRow, { kind }: TimelineSpan): boolean {
  return guessed && (kind === 'starting' || kind === 'running');
}

/** Finds the row of the same container or dependency. */
function findRow(timeline: Timeline | undefined, row: TimelineRow): TimelineRow | undefined {
  return timeline?.rows.find(other => keyOf(other) === keyOf(row));
}

/** Returns the key of a row. A container and a dependency outside the pod can have the same name. */
function keyOf({ name, place }: TimelineRow): string {
  return place === 'outside' ? keyOfOutside(name) : name;
}

const keyOfOutside = (name: string) => `outside ${name}`;

/** Returns the step of the axis: 1, 2 or 5 times a power of ten, with at most `most` steps. */
function findAxisStep(end: number, most: number): number {
  for (let power = 0.1; ; power *= 10) {
    const step = [1, 2, 5].map(f => f * power).find(s => end / s <= most);
    if (step) {
      return step;
    }
  }
}

/** Whether a bar continues after the end of the picture, because its state has no end. */
function isOpen({ kind, to }: TimelineSpan, { allReady, end }: Timeline): boolean {
  return allReady === undefined && to >= end && kind !== 'ready' && kind !== 'failed';
}
