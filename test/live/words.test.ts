import { quoted } from '../../src/live/words';

const WAITS = "wait-agent: 'db' is not ready yet (tcp 127.0.0.1 5432; last exit code 1), waiting\n";
const GAVE_UP = "wait-agent: 'db' was not ready after 60 s (tcp 127.0.0.1 5432; last exit code 1), fail";

test.each([
  ['how the wait ended', `exited with 124: ${WAITS}${GAVE_UP}\n`, `exited with 124: ${GAVE_UP}`],
  ['what the application said behind its gate', `${WAITS}Error: no such table\n`, 'Error: no such table'],
  ['that it waits, if nothing came after it', WAITS, WAITS.trim()],
])('of what the agent says is told %s', (_what, message, expected) => {
  expect(quoted(message)).toBe(expected);
});
