import { execSync } from 'child_process';
import { join } from 'path';

const ROOT = join(__dirname, '..', '..');

test('the demo prints the default order and EVERY_START in one screen', () => {
  const lines = execSync('scripts/demo.sh', { cwd: ROOT, encoding: 'utf8' }).trimEnd().split('\n');
  // npm and projen print six lines more.
  expect(lines.length).toBeLessThanOrEqual(44);
  expect(lines.filter(line => line.length > 100)).toEqual([]);
  const plans = lines.join('\n').split(/^(?=# )/m);
  expect(plans.map(plan => /FAIL_CLOSED,|EVERY_START,/.exec(plan)?.[0])).toEqual(['FAIL_CLOSED,', 'EVERY_START,']);
});
