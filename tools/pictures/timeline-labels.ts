import { describeOutcome } from '../../src/report/labels';
import { formatSeconds } from '../../src/report/seconds';
import { SpanKind, Timeline, TimelineRow, TimelineSpan } from '../../src/report/timeline';
import { KUBELET } from '../../src/report/timeline-event';

/** The meanings of the bars, in the order of the legend. */
export const LEGEND: Readonly<Record<SpanKind, string>> = {
  queued: 'the kubelet has not come to it',
  waiting: 'waits for what it needs',
  creating: 'is created',
  running: 'init container at work',
  starting: 'runs, not ready',
  ready: 'ready',
  failed: 'failed',
};

/** The tooltip of a bar; `open`: the bar has no end. */
export function describeSpan({ guessed }: TimelineRow, { kind, of }: TimelineSpan, open: boolean): string {
  const guess = guessed && !open ? ' (a guess)' : '';
  switch (kind) {
    case 'waiting':
      return of.length > 0 ? `waits for ${of.join(', ')}` : 'waits';
    case 'failed':
      return of.join(', ') || LEGEND.failed;
    case 'running':
      return `at work${guess}`;
    case 'starting':
      return `${LEGEND.starting}${guess}`;
    default:
      return LEGEND[kind];
  }
}

/** The label in a bar, if it fits. */
export function labelSpan(row: TimelineRow, span: TimelineSpan, open: boolean): string {
  const { kind, from, to } = span;
  switch (kind) {
    case 'queued':
    case 'creating':
      return '';
    case 'starting':
    case 'running':
      return open ? LEGEND[kind] : `${row.guessed ? '~' : ''}${formatSeconds(to - from)}`;
    default:
      return describeSpan(row, span, open);
  }
}

/** Summarizes a timeline in one sentence. */
export function summarize(timeline: Timeline, other?: Timeline): string {
  const comparison = other?.allReady === undefined ? '' : `; ${other.kind}: ${formatSeconds(other.allReady)}`;
  return `${timeline.kind}: ${describeOutcome(timeline)}${comparison}`;
}

/** Describes the picture for screen readers. */
export function describePicture({ rows, criticalPath }: Timeline): string {
  const tell = (words: string, time: number | undefined) =>
    time === undefined ? '' : ` ${words} ${formatSeconds(time)}`;
  const told = rows.map(
    ({ name, place, started, ready, ended }) =>
      `${name} (${place})${tell('starts at', started)}${tell('is ready at', ready)}${tell('has exited at', ended)}`,
  );
  const names = new Set(criticalPath.map(s => s.who).filter(who => who !== KUBELET));
  return `${told.join('; ')}.${names.size > 0 ? ` Critical path: ${[...names].join(', ')}.` : ''}`;
}
