import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { documentsOf, found } from './documents';
import { findWorkloads } from '../../tools/read/find-workloads';
import { EXAMPLES } from '../examples';

const RIGHT = join(__dirname, 'right');
const FILES = readdirSync(RIGHT).filter(file => file.endsWith('.yaml')).sort();

/** Manifests whose only finding is a note. */
const NOTED: Readonly<Record<string, readonly string[]>> = {
  'linkerd-await-injected.yaml': ['hold-needs-serial-starts spec.containers[0].lifecycle.postStart'],
};

test('there are at least thirty correct manifests, each with a workload', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(30);
  expect(FILES.filter(file => documentsOf(readFileSync(join(RIGHT, file), 'utf8')).flatMap(findWorkloads).length === 0)).toEqual([]);
});

test.each(FILES)('lint finds nothing in the correct manifest %s', file => {
  expect(found(readFileSync(join(RIGHT, file), 'utf8'))).toEqual(NOTED[file] ?? []);
});

/**
 * Examples with findings: case A1, whose container names imply an order, a tutorial, in which a `sleep` simulates a cache that loads, and case C3,
 * whose user states the hook.
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  'a1-no-order': ['list-order-is-no-order spec.containers[0]'],
  'c3-pilot-agent': ['hold-needs-serial-starts spec.containers[0].lifecycle.postStart', 'pilot-agent-wait-in-hook spec.containers[0].lifecycle.postStart'],
  'first-ordered-pod': ['sleep-as-order spec.initContainers[0].command'],
};

test.each(EXAMPLES.map(e => [e.name, e] as const))('lint finds nothing in the manifest of the example %s', (name, { directory }) => {
  expect(found(readFileSync(join(directory, 'expected.yaml'), 'utf8'))).toEqual(MEANT[name] ?? []);
});
