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

/** Returns the known times of a container, each after its words. */
export function listTimes(row: TimelineRow, words: Readonly<Record<'started' | 'ready' | 'ended', string>>): string[] {
  return (['started', 'ready', 'ended'] as const).flatMap(moment => {
    const time = row[moment];
    return time === undefined ? [] : [`${words[moment]}${formatSeconds(time)}`];
  });
}

/** Describes the picture for screen readers. */
export function describePicture({ rows, criticalPath }: Timeline): string {
  const words = { started: 'starts at ', ready: 'is ready at ', ended: 'has exited at ' };
  const told = rows.map(row => [`${row.name} (${row.place})`, ...listTimes(row, words)].join(' '));
  const names = new Set(criticalPath.map(s => s.who).filter(who => who !== KUBELET));
  return `${told.join('; ')}.${names.size > 0 ? ` Critical path: ${[...names].join(', ')}.` : ''}`;
}
