import { SharedRestart } from '../../conformance/runner/shared-restart';

let restarts: number;
const restart = async () => {
  restarts++;
  return 42;
};
beforeEach(() => { restarts = 0; });

test('one restart serves all participants after the last request', async () => {
  const shared = new SharedRestart(2, restart);
  const first = shared.ask();
  expect(restarts).toBe(0);
  expect(await Promise.all([first, shared.ask()])).toEqual([42, 42]);
  expect(restarts).toBe(1);
});

test('a restart does not wait for a participant that has left, and does not happen without participants', async () => {
  new SharedRestart(1, restart).leave();
  expect(restarts).toBe(0);
  const shared = new SharedRestart(2, restart);
  const first = shared.ask();
  shared.leave();
  expect(await first).toBe(42);
});

test('a failed restart is an error for all participants', async () => {
  const shared = new SharedRestart(2, async () => Promise.reject(new Error('no kubelet')));
  const both = [shared.ask(), shared.ask()];
  await expect(both[0]).rejects.toThrow('no kubelet');
  await expect(both[1]).rejects.toThrow('no kubelet');
});
