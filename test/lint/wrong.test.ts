import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { findings, found } from './documents';

const WRONG = join(__dirname, 'wrong');
const FILES = readdirSync(WRONG).sort();

/** Reads the expected findings from the comments of a file: `# finds: RULE PATH`. */
function expected(text: string): string[] { return [...text.matchAll(/^# finds: (.*)$/gm)].map(([, what]) => what); }

test.each(FILES)('lint finds exactly the expected findings in %s', file => {
  const text = readFileSync(join(WRONG, file), 'utf8');
  expect(expected(text).length).toBeGreaterThan(0);
  expect(found(text)).toEqual(expected(text));
});

test('each case from the field has a manifest', () => {
  expect(FILES.map(file => file.slice(0, 2))).toEqual(expect.arrayContaining(['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2', 'c3']));
});

test('a finding about a startup probe contains the message, the cause and the remedies', () => {
  expect(findings(readFileSync(join(WRONG, 'a2-startup-probe.yaml'), 'utf8'))).toEqual([{
    rule: 'startup-probe-orders-nothing',
    severity: 'warning',
    workload: { apiVersion: 'v1', kind: 'Pod', name: 'sidecar-startup-example' },
    path: 'spec.containers[0].startupProbe',
    message: "the startup probe of 'sidecar-container' holds back no other container: 'app-container' starts as soon as 'sidecar-container' has been launched, ready or not",
    why: expect.stringMatching(/^The kubelet starts the entries of `containers` one after the other, and runs no probe before all entries have started\./),
    fix: { withLibrary: expect.stringContaining('dependsOn'), without: expect.stringContaining('make the container a native sidecar') },
    docs: 'https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/lint/startup-probe-orders-nothing.md',
    document: 0,
  }]);
});
