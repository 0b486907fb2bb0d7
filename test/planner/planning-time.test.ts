import { execFileSync } from 'child_process';
import { join } from 'path';

test('planning a pod takes at most 1.65 times as long as copying it', () => {
  const scripts = join(__dirname, '..', '..', 'scripts');
  const measure = (): number[] => JSON.parse(execFileSync(process.execPath, ['-r', 'ts-node/register/transpile-only', join(scripts, 'bench', 'planning-time.ts')], {
    encoding: 'utf8', env: { ...process.env, TS_NODE_PROJECT: join(scripts, 'tsconfig.json') },
  }));
  // The compiler of the engine does not optimize the same functions in each process.
  const [planning, copying] = [measure(), measure(), measure()].reduce((least, times) => least.map((time, i) => Math.min(time, times[i])));
  expect(copying).toBeGreaterThan(0);
  expect(planning / copying).toBeLessThan(1.65);
}, 60_000);
