import { SpanKind, Timeline, TimelineRow } from '../../src/report/timeline';
import { limitWidth, wrapText } from '../../src/report/wrap';
import { Diagnosis } from '../live/diagnose';
import { LEGEND } from '../pictures/timeline-labels';

const BARS: Readonly<Record<SpanKind, string>> = {
  queued: '·',
  waiting: '░',
  creating: '╴',
  starting: '▒',
  running: '▓',
  ready: '█',
  failed: 'x',
};
const LEAST_BAR = 20;

/** Formats the diagnosis, then a bar for each container, with the measured and the predicted times. */
export function formatTimeline({ sentence }: Diagnosis, seen: Timeline, predicted: Timeline, width?: number): string {
  const names = Math.max(...seen.rows.map(r => r.name.length), 9);
  const rows = seen.rows.map(row => ({
    row,
    words: formatRow(
      row,
      predicted.rows.find(p => p.name === row.name),
    ),
  }));
  const room = Math.max(LEAST_BAR, limitWidth(width) - names - Math.max(0, ...rows.map(r => r.words.length)) - 6);
  const lines = [
    ...wrapText(sentence, 0, 0, width),
    '',
    `${'seconds'.padEnd(names + 2)}  0${short(seen.end).padStart(room - 1)}`,
    ...rows.map(({ row, words: text }) =>
      `  ${row.name.padEnd(names)}  ${formatBar(row, seen.end, room)}  ${text}`.trimEnd(),
    ),
    '',
    ...wrapText(
      Object.entries(BARS)
        .filter(([kind]) => seen.rows.some(r => r.spans.some(s => s.kind === kind)))
        .map(([kind, sign]) => `${sign}\u00a0${LEGEND[kind as SpanKind]}`) // no line ends after a sign
        .join('; '),
      2,
      2,
      width,
    ),
    ...seen.notes.flatMap(n => wrapText(`- ${n}`, 2, 4, width)),
    ...(predicted.allReady === undefined
      ? []
      : wrapText('- the prediction assumes 1 s for each container whose time to become ready is unknown', 2, 4, width)),
  ];
  return lines.map(line => `${line}\n`).join('');
}

function formatBar({ spans }: TimelineRow, end: number, room: number): string {
  return Array.from({ length: room }, (_, i) => {
    const at = ((i + 0.5) / room) * end;
    const span = spans.find(s => s.from <= at && at < s.to);
    return span ? BARS[span.kind] : ' ';
  }).join('');
}

function formatRow({ started, ready, ended }: TimelineRow, predicted: TimelineRow | undefined): string {
  const beside = (time: number | undefined) => (time === undefined ? '' : ` (predicted ${short(time)})`);
  return [
    ...(started === undefined ? [] : [`started ${short(started)}`]),
    ...(ended === undefined ? [] : [`ended ${short(ended)}${beside(predicted?.ended)}`]),
    ...(ready === undefined ? [] : [`ready ${short(ready)}${beside(predicted?.ready)}`]),
  ].join(', ');
}

const short = (seconds: number) => seconds.toFixed(seconds < 100 ? 1 : 0);
