/** '2026-11-22T09:20:47Z'. Without fractions: most times in the status of a pod have whole seconds. */
export function formatTime(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}

/** '4 s', '3 min 20 s', '2 h 5 min'. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const units: readonly [number, string][] = [
    [86400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ];
  const at = units.findIndex(([size]) => whole >= size);
  if (at < 0) {
    return '0 s';
  }
  const [size, name] = units[at];
  const next = units[at + 1];
  const rest = next ? Math.floor((whole % size) / next[0]) : 0;
  return `${Math.floor(whole / size)} ${name}${rest > 0 ? ` ${rest} ${next[1]}` : ''}`;
}

const LONGEST_MESSAGE = 300;

/** The line that the agent prints about a long wait, followed by a later line. */
const ENDED_WAIT = /startup-order: '[^'\n]*' is not ready after \d+ s \([^\n]*\), waiting [^\n]*\n(?=.)/g;

/** Returns a message of a program or the kubelet in one line, without container IDs and similar IDs. */
export function quoteMessage(message: string): string {
  const line = message
    .replace(ENDED_WAIT, '')
    .replace(/\s+/g, ' ')
    .replace(/\([0-9a-f]{8}-[0-9a-f-]{27}\)/g, '')
    .replace(/"?\/\S*\/volumes\/[^/\s]*\/(startup-order-state\/)/g, '"…/$1')
    .trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}
