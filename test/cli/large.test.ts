import { cli } from './host';
import { manyDeployments } from './many-deployments';

/** The bound is 15 s for 50 MB. The test uses 5 MB, and allows three times the proportional time for a busy machine. */
const PARTS = 1500;
const text = manyDeployments(PARTS);

test('lint checks 5 MB of Deployments in seconds, with the line of each finding in the file', () => {
  const begun = process.cpuUsage();
  const { out } = cli(['lint', 'a.yaml', '--format', 'json'], { files: { 'a.yaml': text } });
  const { user, system } = process.cpuUsage(begun);
  expect(user + system).toBeLessThan(4_500_000);
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
