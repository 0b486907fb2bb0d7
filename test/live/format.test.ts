import { quoteMessage } from '../../tools/live/format';

/** Lines of the agent (agent/src/wait.c). */
const WAITS = "startup-order: 'db' is not ready after 6 s (tcp 127.0.0.1:5432: Connection refused), waiting up to 60 s\n";
const NO_LIMIT = "startup-order: 'api' is not ready after 6 s (http://api:80/: status 503), waiting without a limit\n";
const GAVE_UP = "startup-order: 'db' was not ready within 60 s (tcp 127.0.0.1:5432: Connection refused), ending with exit code 124";

test.each([
  ['the end of the wait', `exited with 124: ${WAITS}${GAVE_UP}\n`, `exited with 124: ${GAVE_UP}`],
  ['the output of the application after its gate', `${WAITS}${NO_LIMIT}Error: no such table\n`, 'Error: no such table'],
  ['the line about the wait, if no line follows', WAITS, WAITS.trim()],
])('a message of the agent is reduced to %s', (_what, message, expected) => { expect(quoteMessage(message)).toBe(expected); });
