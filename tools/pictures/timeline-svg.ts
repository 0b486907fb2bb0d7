import { fitText, breakLines, estimateWidth } from './fit-text';
import { describePicture, labelSpan, LEGEND, describeSpan, summarize } from './timeline-labels';
import { TIMELINE_STYLE } from './timeline-style';
import { createElement, escapeText, formatCoordinate, formatPlain } from './xml';
import { describePlace } from '../../src/report/labels';
import { formatSeconds } from '../../src/report/seconds';
import { Timeline, TimelineEdge, TimelineRow, TimelineSpan, TimelineStep } from '../../src/report/timeline';

const PAD = 16;
const NAME_SIZE = 12;
const MONO = 0.63;
const SMALL = 10.5;
/** Room for the last tick of the axis. */
const RIGHT = 28;

const BAR = 16;
/** The height of the bars of the second timeline. */
const SECOND_BAR = 9;

/**
 * Draws a timeline like `systemd-analyze plot`: a bar for each container, an arrow for each edge, and a marked critical
 * path. The bars of `other`, such as measured times, are below the bars of `timeline`. The picture contains its own
 * colours, for light and dark, and loads no external resource.
 */
export function drawTimelineSvg(timeline: Timeline, other?: Timeline, width = 960): string {
  return new Drawing(timeline, other, Math.max(480, width)).svg();
}

/** A part below the rows. */
interface Part {
  readonly svg: string;
  readonly height: number;
}

class Drawing {
  /** One timeline or both. */
  private readonly all: readonly Timeline[];
  private readonly rows: readonly TimelineRow[];
  /** The index of each row by its key. */
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly labelWidth: number;
  private readonly left: number;
  private readonly end: number;
  private readonly path: readonly TimelineStep[];
  private readonly rowHeight: number;
  private readonly top: number;
  private readonly subtitle: readonly string[];

  constructor(
    private readonly timeline: Timeline,
    private readonly other: Timeline | undefined,
    private readonly width: number,
  ) {
    this.all = other ? [timeline, other] : [timeline];
    const added = (other?.rows ?? []).filter(row => !findRow(timeline, row));
    this.rows = [...timeline.rows, ...added];
    this.indexes = new Map(this.rows.map((row, i) => [keyOf(row), i]));
    const widths = this.rows.flatMap(row => [
      estimateWidth(row.name, NAME_SIZE, MONO),
      estimateWidth(describePlace(row), SMALL),
    ]);
    this.labelWidth = Math.min(Math.max(90, ...widths), width * 0.3);
    this.left = PAD + this.labelWidth + 12;
    const moments = this.all.flatMap(({ end, allReadyWithoutOrder = 0, rows }) => [
      end,
      allReadyWithoutOrder,
      ...rows.flatMap(r => r.spans.map(s => s.to)),
    ]);
    this.end = Math.max(...moments) || 1;
    this.path = this.all.map(({ criticalPath }) => criticalPath).find(({ length }) => length > 0) ?? [];
    this.rowHeight = other ? 46 : 36;
    this.subtitle = breakLines(summarize(timeline, other), width - 2 * PAD, 12);
    this.top = PAD + 20 + this.subtitle.length * 17 + 30;
  }

  public svg(): string {
    const { width, timeline } = this;
    const bottom = this.top + this.rows.length * this.rowHeight;
    let top = bottom + 10;
    const below: string[] = [];
    for (const draw of [this.price, this.legend, this.notes]) {
      const part = draw.call(this, top);
      below.push(part.svg);
      top += part.height;
    }
    const height = Math.ceil(top + PAD);
    const title = `Start of ${timeline.title}, ${timeline.kind}${this.other ? ` and ${this.other.kind}` : ''}`;
    return (
      createElement(
        'svg',
        {
          'xmlns': 'http://www.w3.org/2000/svg',
          'class': 'startup-order',
          'viewBox': `0 0 ${width} ${height}`,
          width,
          height,
          'role': 'img',
          'aria-label': `${title}. ${summarize(timeline, this.other)}`,
        },
        [
          '',
          drawTitle(title),
          createElement('desc', {}, escapeText(describePicture(timeline))),
          createElement('style', {}, TIMELINE_STYLE),
          drawBox('back', 0, 0, width, height),
          this.head(),
          this.axis(bottom),
          ...timeline.edges.map(edge => this.arrow(edge)).filter(Boolean),
          ...this.rows.map((row, i) => this.bars(row, i)),
          this.criticalPath(),
          ...this.rows.map((row, i) => this.texts(row, i)),
          ...below,
          '',
        ].join('\n'),
      ) + '\n'
    );
  }

  private x(at: number): number {
    return this.left + (at / this.end) * (this.width - RIGHT - this.left);
  }

  private barTop(index: number): number {
    return this.top + index * this.rowHeight + 8;
  }

  private head(): string {
    const { timeline, width } = this;
    return [
      drawText('head', PAD, PAD + 14, fitText(timeline.title, width - 2 * PAD, 15, 0.66)),
      ...this.subtitle.map((line, i) => drawText('sub', PAD, PAD + 34 + i * 17, line)),
    ].join('\n');
  }

  private axis(bottom: number): string {
    const step = findAxisStep(this.end, (this.width - RIGHT - this.left) / 64);
    const ticks = Array.from(
      { length: Math.floor(this.end / step + 1e-9) + 1 },
      (_, i) => Math.round(i * step * 100) / 100,
    );
    const stripes = this.rows.flatMap((_, i) =>
      i % 2 === 0 ? [] : [drawBox('stripe', 0, this.top + i * this.rowHeight, this.width, this.rowHeight)],
    );
    return [
      ...stripes,
      ...ticks.flatMap(t => [
        drawLine('grid', this.x(t), this.top - 4, this.x(t), bottom),
        drawText('tick', this.x(t), this.top - 9, `${t} s`, { 'text-anchor': 'middle' }),
      ]),
    ].join('\n');
  }

  private bars(row: TimelineRow, index: number): string {
    const y = this.barTop(index);
    const draw = (timeline: Timeline | undefined, top: number, height: number) => {
      const drawn = findRow(timeline, row);
      return drawn ? drawn.spans.map(span => this.bar(timeline!, drawn, span, top, height)) : [];
    };
    return [...draw(this.timeline, y, BAR), ...draw(this.other, y + BAR + 2, SECOND_BAR)].join('\n');
  }

  private bar(timeline: Timeline, row: TimelineRow, span: TimelineSpan, top: number, height: number): string {
    const thin = span.kind === 'queued' ? Math.max(2, height / 5) : height;
    const open = isOpen(span, timeline);
    const from = formatSeconds(span.from);
    const time = open ? `from ${from} on` : `${from} to ${formatSeconds(span.to)}`;
    const title = drawTitle(`${row.name}: ${describeSpan(row, span, open)}, ${time}`);
    const bar = drawBox(
      `${span.kind}${isGuess(row, span) ? ' guess' : ''}`,
      this.x(span.from),
      top + (height - thin) / 2,
      Math.max(1, this.x(span.to) - this.x(span.from)),
      thin,
      span.kind === 'creating' ? undefined : 2,
      title,
    );
    if (!open) {
      return bar;
    }
    // The arrowhead in the margin shows that the bar continues.
    const tip = formatPath`M${this.x(span.to) + 3} ${top}l${RIGHT / 3} ${height / 2}l${-RIGHT / 3} ${height / 2}z`;
    return `${bar}\n${createElement('path', { class: `${span.kind} open`, d: tip }, title)}`;
  }

  /**
   * An arrow from the moment when the condition became true, in the row of the dependency, to the moment when the
   * dependent continued.
   */
  private arrow(edge: TimelineEdge): string {
    const { dependency, dependent, metAt, wentOnAt } = edge;
    const from = this.indexes.get(edge.external ? keyOfOutside(dependency) : dependency);
    const to = this.indexes.get(edge.via ?? dependent);
    if (metAt === undefined || wentOnAt === undefined || from === undefined || to === undefined || from === to) {
      return '';
    }
    const down = to > from;
    const [x1, x2] = [this.x(metAt), this.x(wentOnAt)];
    const y1 = this.barTop(from) + (down ? BAR : 0);
    const y2 = this.barTop(to) + (down ? 0 : BAR);
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
  private criticalPath(): string {
    const lines: string[] = [];
    let row: number | undefined;
    for (const { who, what, from, to } of [...this.path].reverse()) {
      row = this.indexes.get(who) ?? this.indexes.get(keyOfOutside(who)) ?? row;
      if (row === undefined) {
        continue;
      }
      const y = this.barTop(row) + BAR + (this.other ? SECOND_BAR + 4 : 1.5);
      const title = `critical path: ${who} ${what}, ${formatSeconds(from)} to ${formatSeconds(to)}`;
      lines.push(drawLine('path', this.x(from), y, this.x(to), y, drawTitle(title)));
    }
    return lines.reverse().join('\n');
  }

  private texts(row: TimelineRow, index: number): string {
    const { name } = row;
    const y = this.barTop(index);
    return [
      createElement(
        'text',
        { class: row.injected ? 'name injected' : 'name', x: PAD, y: y + 9 },
        escapeText(fitText(name, this.labelWidth, NAME_SIZE, MONO)),
        createElement('title', {}, formatPlain(row.detail === '' ? name : `${name}: ${row.detail}`)),
      ),
      drawText('small', PAD, y + 22, fitText(describePlace(row), this.labelWidth, SMALL)),
      ...(this.timeline.rows.includes(row) ? this.inBars(row, y) : []),
    ].join('\n');
  }

  /** Returns the labels that fit into their bars. The title of a bar contains the full text. */
  private inBars(row: TimelineRow, y: number): string[] {
    const label = (span: TimelineSpan) => labelSpan(row, span, isOpen(span, this.timeline));
    return row.spans.flatMap((span, i) => {
      const text = label(span);
      const length = span.to - span.from;
      // A container can wait for the same dependency before its creation and in its gate. The label appears once, in
      // the longer bar.
      const isRepeated = row.spans.some((other, j) => {
        const longer = other.to - other.from - length;
        return label(other) === text && (longer > 0 || (longer === 0 && j < i));
      });
      const room = this.x(span.to) - this.x(span.from) - 8;
      const shortest = span.kind === 'waiting' ? ['waits for ab…yz', text] : [text];
      const needed = Math.min(...shortest.map(one => estimateWidth(one, SMALL)));
      if (isRepeated || text === '' || room < needed) {
        return [];
      }
      return [drawText(`in in-${span.kind}`, this.x(span.from) + 4, y + 12, fitText(text, room, SMALL))];
    });
  }

  /** The time with and without the order. */
  private price(top: number): Part {
    const { allReady, allReadyWithoutOrder: plain } = this.timeline;
    if (allReady === undefined || plain === undefined || this.timeline.edges.length === 0) {
      return { svg: '', height: 0 };
    }
    const bars: readonly (readonly [string, number, string])[] = [
      ['as planned', allReady, 'planned'],
      ['no order', plain, 'plain'],
    ];
    const svg = [
      drawLine('rule', PAD, top, this.width - PAD, top),
      ...bars.map(([label, value, kind], i) => {
        const y = top + 10 + i * 20;
        const length = this.x(value) - this.left;
        const [style, gap, anchor] = length > 70 ? [kind, -4, 'end'] : ['axis', 4, 'start'];
        return [
          drawText('small', PAD, y + 10, label),
          drawBox(kind, this.left, y, length, 14, 2),
          drawText(`in in-${style}`, this.x(value) + gap, y + 11, formatSeconds(value), { 'text-anchor': anchor }),
        ].join('\n');
      }),
    ].join('\n');
    return { svg, height: 56 };
  }

  private legend(top: number): Part {
    const { all, timeline, other } = this;
    const used = new Set<string>(all.flatMap(({ rows }) => rows.flatMap(({ spans }) => spans.map(({ kind }) => kind))));
    const entries = Object.entries(LEGEND).filter(([kind]) => used.has(kind));
    if (timeline.rows.some(row => row.spans.some(span => isGuess(row, span)))) {
      entries.push(['starting guess', 'a guess: expectedReadyIn is unspecified']);
    }
    if (this.path.length > 0) {
      entries.push(['path', 'critical path']);
    }
    if (all.some(one => one.rows.some(({ spans }) => spans.some(span => isOpen(span, one))))) {
      entries.push(['open', 'has no end yet']);
    }
    if (other) {
      entries.push(['', `above: ${timeline.kind}, below: ${other.kind}`]);
    }
    let [x, y] = [PAD, top + 14];
    const drawn = entries.map(([kind, text]) => {
      const needed = estimateWidth(text, SMALL) + 34;
      if (x + needed > this.width - PAD && x > PAD) {
        [x, y] = [PAD, y + 18];
      }
      const at = x;
      x += needed;
      return `${drawSwatch(kind, at, y)}${drawText('small', at + (kind === '' ? 0 : 22), y, text)}`;
    });
    return { svg: drawn.join('\n'), height: y - top + 8 };
  }

  private notes(top: number): Part {
    const all = this.timeline.notes.flatMap(note => breakLines(note, this.width - 2 * PAD, SMALL));
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
