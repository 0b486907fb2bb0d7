import { setImmediate as turn } from 'timers/promises';
import { Room } from '../../conformance/runner/semaphore';

test('a semaphore admits tasks up to its limit, in the order of their requests', async () => {
  const room = new Room(3);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = async (name: string, size: number) => room.within(size, async () => {
    log.push(name);
    return new Promise<void>(resolve => { ends.set(name, resolve); });
  });
  const all = [enter('two', 2), enter('three', 3), enter('one', 1)];
  await turn();
  // 'one' would fit beside 'two', but 'three' has requested a slot earlier.
  expect(log).toEqual(['two']);
  ends.get('two')!();
  await turn();
  expect(log).toEqual(['two', 'three']);
  ends.get('three')!();
  await turn();
  ends.get('one')!();
  await Promise.all(all);
  expect(log).toEqual(['two', 'three', 'one']);
});

test('a semaphore releases its slot when a task fails', async () => {
  const room = new Room(1);
  await expect(room.within(1, async () => { throw new Error('no'); })).rejects.toThrow('no');
  await expect(room.within(1, async () => 'yes')).resolves.toBe('yes');
});
