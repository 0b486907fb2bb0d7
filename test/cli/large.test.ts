import { loadAll } from 'js-yaml';
import { cli } from './host';
import { manyDeployments } from './many-deployments';
import { cpuMilliseconds } from '../dsl';

/** 5 MB. */
const PARTS = 1500;
const text = manyDeployments(PARTS);

test('lint takes a few times the CPU of parsing for 5 MB, and finds the line of each finding', () => {
  // The speed of a machine can halve within a minute, so the test measures the same machine at the same time.
  const parsing = cpuMilliseconds(() => loadAll(text));
  let out = '';
  const linting = cpuMilliseconds(() => { out = cli(['lint', 'a.yaml', '--format', 'json'], { files: { 'a.yaml': text } }).out; });
  // 8 times on a quiet machine.
  expect(linting / parsing).toBeLessThan(14);
  const { findings, objects } = JSON.parse(out);
  expect([objects, findings.length, findings[3].workload.name]).toEqual([3 * PARTS, PARTS / 10, 'shop-30']);
  const lines = text.split('\n');
  expect(findings.filter((f: any) => !/^ {10}command: \[sh, -c, 'sleep 10 && exec \/app'\]/.test(lines[f.position.line - 1]) || f.position.column !== 11)).toEqual([]);
});

test('lint finds the positions in a JSON List of the same size', () => {
  const items = Array.from({ length: 300 }, (_, i) => (
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${i}` }, spec: { containers: [{ name: 'a', command: ['sh', '-c', 'sleep 5; exec /a'] }] } }));
  const json = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 1);
  const { findings } = JSON.parse(cli(['lint', 'a.json', '--format', 'json'], { files: { 'a.json': json } }).out);
  const lines = json.split('\n');
  expect([findings.length, findings.filter((f: any) => lines[f.position.line - 1].trim() !== '"command": [')]).toEqual([300, []]);
});
