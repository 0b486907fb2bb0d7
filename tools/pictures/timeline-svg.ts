import { fitText, breakLines, estimateWidth } from './fit-text';
import { describePicture, labelSpan, LEGEND, describeSpan, summarize } from './timeline-labels';
import { TIMELINE_STYLE } from './timeline-style';
import { createElement, escapeText, formatCoordinate, formatPlain } from './xml';
import { describePlace } from '../../src/report/labels';
import { formatSeconds } from '../../src/report/seconds';
import { isOpen, Timeline, TimelineEdge, TimelineRow, TimelineSpan, TimelineStep } from '../../src/report/timeline';

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
 * Draws a timeline like `systemd-analyze plot`: a bar for each container, an arrow for each edge, and a marked critical path. The bars of `other`, such as
 * measured times, are below the bars of `timeline`. The picture contains its own colours, for light and dark, and loads no external resource.
 */
export function drawTimelineSvg(timeline: Timeline, other?: Timeline, { width = 960 }: { readonly width?: number } = {}): string {
  return new Drawing(timeline, other, Math.max(480, width)).svg();
}

class Drawing {
  /** The keys of the rows. */
  private readonly rows: readonly string[];
  private readonly labelWidth: number;
  private readonly left: number;
  private readonly end: number;
  private readonly path: readonly TimelineStep[];
  private readonly rowHeight: number;
  private readonly top: number;
  private readonly subtitle: readonly string[];

  constructor(private readonly timeline: Timeline, private readonly other: Timeline | undefined, private readonly width: number) {
    const keys = timeline.rows.map(keyOf);
    this.rows = [...keys, ...(other?.rows ?? []).map(keyOf).filter(key => !keys.includes(key))];
    const widths = this.rows.map(key => this.rowOf(key)!)
      .flatMap(row => [estimateWidth(row.name, NAME_SIZE, MONO), estimateWidth(describePlace(row), SMALL)]);
    const widest = Math.max(90, ...widths);
    this.labelWidth = Math.min(widest, width * 0.3);
    this.left = PAD + this.labelWidth + 12;
    const moments = ({ end, allReadyWithoutOrder, rows }: Timeline) => [end, allReadyWithoutOrder ?? 0, ...rows.flatMap(r => r.spans.map(s => s.to))];
    this.end = Math.max(...moments(timeline), ...other ? moments(other) : []) || 1;
    this.path = timeline.criticalPath.length > 0 ? timeline.criticalPath : other?.criticalPath ?? [];
    this.rowHeight = other ? 46 : 36;
    this.subtitle = breakLines(summarize(timeline, other), width - 2 * PAD, 12);
    this.top = PAD + 20 + this.subtitle.length * 17 + 30;
  }

  public svg(): string {
    const { width, timeline } = this;
    const bottom = this.top + this.rows.length * this.rowHeight;
    const price = this.price(bottom + 10);
    const legend = this.legend(bottom + 10 + price.height);
    const notes = this.notes(bottom + 10 + price.height + legend.height);
    const height = Math.ceil(bottom + 10 + price.height + legend.height + notes.height + PAD);
    const title = `Start of ${timeline.title}, ${timeline.kind}${this.other ? ` and ${this.other.kind}` : ''}`;
    return createElement('svg', {
      'xmlns': 'http://www.w3.org/2000/svg',
      'class': 'startup-order',
      'viewBox': `0 0 ${width} ${height}`,
      width,
      height,
      'role': 'img',
      'aria-label': `${title}. ${summarize(timeline, this.other)}`,
    },
    `\n${createElement('title', {}, escapeText(title))}`,
    `\n${createElement('desc', {}, escapeText(describePicture(timeline)))}`,
    `\n${createElement('style', {}, TIMELINE_STYLE)}`,
    `\n${createElement('rect', { class: 'back', x: 0, y: 0, width, height })}`,
    `\n${this.head()}`,
    `\n${this.axis(bottom)}`,
    ...timeline.edges.map(edge => this.arrow(edge)).filter(a => a).map(a => `\n${a}`),
    ...this.rows.map((key, i) => `\n${this.bars(key, i)}`),
    `\n${this.criticalPath()}`,
    ...this.rows.map((key, i) => `\n${this.texts(key, i)}`),
    `\n${price.svg}`,
    `\n${legend.svg}`,
    `\n${notes.svg}`,
    '\n') + '\n';
  }

  private rowOf(key: string): TimelineRow | undefined {
    return this.timeline.rows.find(r => keyOf(r) === key) ?? this.other?.rows.find(r => keyOf(r) === key);
  }

  private x(at: number): number {
    return this.left + at / this.end * (this.width - RIGHT - this.left);
  }

  private barTop(index: number): number {
    return this.top + index * this.rowHeight + 8;
  }

  private head(): string {
    const { timeline, width } = this;
    return [
      createElement('text', { class: 'head', x: PAD, y: PAD + 14 }, escapeText(fitText(timeline.title, width - 2 * PAD, 15, 0.66))),
      ...this.subtitle.map((line, i) => createElement('text', { class: 'sub', x: PAD, y: PAD + 34 + i * 17 }, escapeText(line))),
    ].join('\n');
  }

  private axis(bottom: number): string {
    const step = findAxisStep(this.end, (this.width - RIGHT - this.left) / 64);
    const ticks = Array.from({ length: Math.floor(this.end / step + 1e-9) + 1 }, (_, i) => Math.round(i * step * 100) / 100);
    const stripes = this.rows.flatMap((_, i) => i % 2 === 0 ? [] : [
      createElement('rect', { class: 'stripe', x: 0, y: this.top + i * this.rowHeight, width: this.width, height: this.rowHeight }),
    ]);
    return [
      ...stripes,
      ...ticks.flatMap(t => [
        createElement('line', { class: 'grid', x1: this.x(t), y1: this.top - 4, x2: this.x(t), y2: bottom }),
        createElement('text', { 'class': 'tick', 'x': this.x(t), 'y': this.top - 9, 'text-anchor': 'middle' }, `${t} s`),
      ]),
    ].join('\n');
  }

  private bars(key: string, index: number): string {
    const y = this.barTop(index);
    const first = this.timeline.rows.find(r => keyOf(r) === key);
    const second = this.other?.rows.find(r => keyOf(r) === key);
    return [
      ...(first?.spans ?? []).map(s => this.bar(this.timeline, first!, s, y, BAR)),
      ...(second?.spans ?? []).map(s => this.bar(this.other!, second!, s, y + BAR + 2, SECOND_BAR)),
    ].join('\n');
  }

  private bar(timeline: Timeline, row: TimelineRow, span: TimelineSpan, top: number, height: number): string {
    const thin = span.kind === 'queued' ? Math.max(2, height / 5) : height;
    const open = isOpen(span, timeline);
    const title = `${row.name}: ${describeSpan(row, span, open)}, ${open ? `from ${formatSeconds(span.from)} on` : `${formatSeconds(span.from)} to ${formatSeconds(span.to)}`}`;
    const bar = createElement('rect', {
      class: `${span.kind}${row.guessed && (span.kind === 'starting' || span.kind === 'running') ? ' guess' : ''}`,
      x: this.x(span.from),
      y: top + (height - thin) / 2,
      width: Math.max(1, this.x(span.to) - this.x(span.from)),
      height: thin,
      rx: span.kind === 'creating' ? undefined : 2,
    }, createElement('title', {}, escapeText(title)));
    // The arrowhead in the margin shows that the bar continues.
    const tip = `M${formatCoordinate(this.x(span.to) + 3)} ${formatCoordinate(top)}l${RIGHT / 3} ${formatCoordinate(height / 2)}l${formatCoordinate(-RIGHT / 3)} ${formatCoordinate(height / 2)}z`;
    return open ? `${bar}\n${createElement('path', { class: `${span.kind} open`, d: tip }, createElement('title', {}, escapeText(title)))}` : bar;
  }

  /** An arrow from the moment when the condition became true, in the row of the dependency, to the moment when the dependent continued. */
  private arrow({ dependency, external, dependent, via, metAt, wentOnAt, critical, condition, mechanism, guarantee }: TimelineEdge): string {
    const [from, to] = [this.rows.indexOf(external ? keyOfOutside(dependency) : dependency), this.rows.indexOf(via ?? dependent)];
    if (metAt === undefined || wentOnAt === undefined || from < 0 || to < 0 || from === to) { return ''; }
    const down = to > from;
    const [x1, x2] = [this.x(metAt), this.x(wentOnAt)];
    const y1 = this.barTop(from) + (down ? BAR : 0);
    const y2 = this.barTop(to) + (down ? 0 : BAR);
    const tip = down ? -5 : 5;
    const bend = Math.max(10, Math.abs(y2 - y1) * 0.4) * (down ? 1 : -1);
    const line = `M${formatCoordinate(x1)} ${formatCoordinate(y1)}C${formatCoordinate(x1)} ${formatCoordinate(y1 + bend)} ${formatCoordinate(x2)} ${formatCoordinate(y2 - bend)} ${formatCoordinate(x2)} ${formatCoordinate(y2 + tip)}`;
    const head = `M${formatCoordinate(x2)} ${formatCoordinate(y2)}l-3.5 ${formatCoordinate(tip * 1.3)}h7z`;
    return createElement('g', { class: critical ? 'edge critical' : 'edge' },
      createElement('title', {}, escapeText(`${dependent} starts after ${dependency} is ${condition}: ${mechanism}, ${guarantee}`)),
      createElement('path', { class: 'line', d: line }), createElement('path', { class: 'tip', d: head }));
  }

  /** A line below the bars, in the row of the container that acts. A step of the kubelet is in the row of the container that it serves. */
  private criticalPath(): string {
    const steps = this.path;
    return steps.map((step, i) => {
      const row = steps.slice(i).map(({ who }) => this.findRow(who)).find(index => index >= 0);
      if (row === undefined) { return ''; }
      const y = this.barTop(row) + BAR + (this.other ? SECOND_BAR + 4 : 1.5);
      return createElement('line', { class: 'path', x1: this.x(step.from), y1: y, x2: this.x(step.to), y2: y },
        createElement('title', {}, escapeText(`critical path: ${step.who} ${step.what}, ${formatSeconds(step.from)} to ${formatSeconds(step.to)}`)));
    }).filter(line => line).join('\n');
  }

  /** Returns the index of the row of a container, otherwise of a dependency outside the pod; -1 for the kubelet. */
  private findRow(who: string): number {
    const index = this.rows.indexOf(who);
    return index >= 0 ? index : this.rows.indexOf(keyOfOutside(who));
  }

  private texts(key: string, index: number): string {
    const row = this.rowOf(key)!;
    const { name } = row;
    const y = this.barTop(index);
    return [
      createElement('text', { class: row.injected ? 'name injected' : 'name', x: PAD, y: y + 9 }, escapeText(fitText(name, this.labelWidth, NAME_SIZE, MONO)),
        createElement('title', {}, formatPlain(row.detail === '' ? name : `${name}: ${row.detail}`))),
      createElement('text', { class: 'small', x: PAD, y: y + 22 }, escapeText(fitText(describePlace(row), this.labelWidth, SMALL))),
      ...(this.timeline.rows.includes(row) ? this.inBars(row, y) : []),
    ].join('\n');
  }

  /** Returns the labels that fit into their bars. The title of a bar contains the full text. */
  private inBars(row: TimelineRow, y: number): string[] {
    return row.spans.flatMap((span, i) => {
      const text = labelSpan(row, span, isOpen(span, this.timeline));
      // A container can wait for the same dependency before its creation and in its gate. The label appears once, in the longer bar.
      const longer = (s: TimelineSpan, j: number) => s.to - s.from > span.to - span.from || (s.to - s.from === span.to - span.from && j < i);
      if (row.spans.some((s, j) => j !== i && labelSpan(row, s, isOpen(s, this.timeline)) === text && longer(s, j))) { return []; }
      const room = this.x(span.to) - this.x(span.from) - 8;
      const least = span.kind === 'waiting' ? estimateWidth('waits for ab…yz', SMALL) : estimateWidth(text, SMALL);
      if (text === '' || room < Math.min(least, estimateWidth(text, SMALL))) { return []; }
      return [createElement('text', { class: `in in-${span.kind}`, x: this.x(span.from) + 4, y: y + 12 }, escapeText(fitText(text, room, SMALL)))];
    });
  }

  /** The time with and without the order. */
  private price(top: number): { svg: string; height: number } {
    const { allReady, allReadyWithoutOrder: plain } = this.timeline;
    if (allReady === undefined || plain === undefined || this.timeline.edges.length === 0) { return { svg: '', height: 0 }; }
    const bars: readonly (readonly [string, number, string])[] = [['as planned', allReady, 'planned'], ['no order', plain, 'plain']];
    const svg = [
      createElement('line', { class: 'rule', x1: PAD, y1: top, x2: this.width - PAD, y2: top }),
      ...bars.map(([label, value, kind], i) => {
        const y = top + 10 + i * 20;
        const inside = this.x(value) - this.left > 70;
        return [
          createElement('text', { class: 'small', x: PAD, y: y + 10 }, label),
          createElement('rect', { class: kind, x: this.left, y, width: this.x(value) - this.left, height: 14, rx: 2 }),
          createElement('text', { 'class': `in in-${inside ? kind : 'axis'}`, 'x': inside ? this.x(value) - 4 : this.x(value) + 4, 'y': y + 11, 'text-anchor': inside ? 'end' : 'start' }, formatSeconds(value)),
        ].join('\n');
      }),
    ].join('\n');
    return { svg, height: 56 };
  }

  private legend(top: number): { svg: string; height: number } {
    const used = new Set([this.timeline, ...this.other ? [this.other] : []].flatMap(t => t.rows.flatMap(r => r.spans.map(s => s.kind as string))));
    const guesses = this.timeline.rows.some(r => r.guessed && r.spans.some(s => s.kind === 'starting' || s.kind === 'running'));
    const entries: readonly (readonly [string, string])[] = [
      ...Object.entries(LEGEND).filter(([kind]) => used.has(kind)),
      ...(guesses ? [['starting guess', 'a guess: expectedReadyIn is unspecified'] as const] : []),
      ...(this.path.length > 0 ? [['path', 'critical path'] as const] : []),
      ...([this.timeline, ...this.other ? [this.other] : []].some(t => t.rows.some(r => r.spans.some(s => isOpen(s, t)))) ? [['open', 'has no end yet'] as const] : []),
      ...(this.other ? [['', `above: ${this.timeline.kind}, below: ${this.other.kind}`] as const] : []),
    ];
    let [x, y] = [PAD, top + 14];
    const drawn = entries.map(([kind, text]) => {
      const needed = estimateWidth(text, SMALL) + 34;
      if (x + needed > this.width - PAD && x > PAD) { [x, y] = [PAD, y + 18]; }
      const at = x;
      x += needed;
      const swatch = kind === '' ? '' : kind === 'path' ? createElement('line', { class: 'path', x1: at, y1: y - 3.5, x2: at + 16, y2: y - 3.5 })
        : kind === 'open' ? createElement('path', { class: 'waiting open', d: `M${formatCoordinate(at + 4)} ${formatCoordinate(y - 9)}l8 5.5l-8 5.5z` })
          : createElement('rect', { class: kind, x: at, y: kind === 'queued' ? y - 5 : y - 9, width: 16, height: kind === 'queued' ? 3 : 11, rx: 2 });
      return `${swatch}${createElement('text', { class: 'small', x: at + (kind === '' ? 0 : 22), y }, escapeText(text))}`;
    });
    return { svg: drawn.join('\n'), height: y - top + 8 };
  }

  private notes(top: number): { svg: string; height: number } {
    const all = this.timeline.notes.flatMap(note => breakLines(note, this.width - 2 * PAD, SMALL));
    return { svg: all.map((line, i) => createElement('text', { class: 'small', x: PAD, y: top + 14 + i * 15 }, escapeText(line))).join('\n'), height: all.length * 15 };
  }
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
    if (step) { return step; }
  }
}
