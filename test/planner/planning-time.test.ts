import { execFileSync } from 'child_process';
import { join } from 'path';

test('planning a pod takes at most 2.5 times as long as reading and writing it as JSON', () => {
  const scripts = join(__dirname, '..', '..', 'scripts');
  const ratio = Number(execFileSync(process.execPath, ['-r', 'ts-node/register/transpile-only', join(scripts, 'bench', 'planning-ratio.ts')], {
    encoding: 'utf8', env: { ...process.env, TS_NODE_PROJECT: join(scripts, 'tsconfig.json') },
  }));
  expect(ratio).toBeGreaterThan(0);
  expect(ratio).toBeLessThan(2.5);
}, 60_000);
