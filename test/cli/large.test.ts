import { loadAll } from 'js-yaml';
import { cli } from './host';
import { manyDeployments } from './many-deployments';

/** 5 MB. */
const PARTS = 1500;
const text = manyDeployments(PARTS);

function getCpuTime(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

test('lint takes a few times the CPU of parsing for 5 MB, and finds the line of each finding', () => {
  // The speed of a machine can halve within a minute, so the test measures the same machine at the same time.
  const parsing = getCpuTime(() => loadAll(text));
  let out = '';
  const linting = getCpuTime(() => { out = cli(['lint', 'a.yaml', '--format', 'json'], { files: { 'a.yaml': text } }).out; });
  // 8 times on a quiet machine.
  expect(linting / parsing).toBeLessThan(14);
  const { findings, objects } = JSON.parse(out);
  expect([objects, findings.length, findings[3].workload.name]).toEqual([3 * PARTS, PARTS / 10, 'shop-30']);
  const lines = text.split('\n');
  expect(findings.filter((f: any) => !/^ {10}command: \[sh, -c, 'sleep 10 && exec \/app'\]/.test(lines[f.position.line - 1]) || f.position.column !== 11)).toEqual([]);
});
