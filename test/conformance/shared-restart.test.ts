import { SharedRestart } from '../../conformance/runner/shared-restart';

const restart = jest.fn(async () => 42);
beforeEach(() => restart.mockClear());

test('one restart serves all participants after the last request', async () => {
  const shared = new SharedRestart(2, restart);
  const first = shared.ask();
  expect(restart).toHaveBeenCalledTimes(0);
  expect(await Promise.all([first, shared.ask()])).toEqual([42, 42]);
  expect(restart).toHaveBeenCalledTimes(1);
});

test('a restart does not wait for a participant that has left, and does not happen without participants', async () => {
  new SharedRestart(1, restart).leave();
  expect(restart).toHaveBeenCalledTimes(0);
  const shared = new SharedRestart(2, restart);
  const first = shared.ask();
  shared.leave();
  expect(await first).toBe(42);
});

test('a failed restart is an error for all participants', async () => {
  const shared = new SharedRestart(2, async () => Promise.reject(new Error('no kubelet')));
  for (const asked of [shared.ask(), shared.ask()]) { await expect(asked).rejects.toThrow('no kubelet'); }
});
