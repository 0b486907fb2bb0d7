import { LateError } from '../../conformance/runner/poll';
import { run } from '../../conformance/runner/processes';

test('a command that takes too long is late, and a command that fails is not', async () => {
  expect(await run('sh', ['-c', 'echo 7'], { timeoutMs: 30_000 })).toBe('7\n');
  const late = await run('sleep', ['30'], { timeoutMs: 50 }).catch(error => error);
  expect(late).toBeInstanceOf(LateError);
  expect(late.message).toBe('not within 0.05 s: sleep 30');
  const failed = await run('sh', ['-c', 'echo full >&2; exit 3'], { timeoutMs: 30_000 }).catch(error => error);
  expect(failed).not.toBeInstanceOf(LateError);
  expect(failed.message).toBe('sh -c echo full >&2; exit 3: exit code 3\nfull');
  const killed = await run('sh', ['-c', 'kill -9 $$'], { timeoutMs: 30_000 }).catch(error => error);
  expect(killed).not.toBeInstanceOf(LateError);
});
