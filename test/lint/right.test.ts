import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import { documentsOf, found, job, pod } from './documents';
import { findWorkloads } from '../../tools/read/find-workloads';
import { EXAMPLES } from '../examples';

const RIGHT = join(__dirname, 'right');
const FILES = readdirSync(RIGHT).filter(file => file.endsWith('.yaml')).sort();

/** Manifests whose only finding is a note. */
const NOTED: Readonly<Record<string, readonly string[]>> = {
  'linkerd-await-injected.yaml': ['hold-needs-serial-starts spec.containers[0].lifecycle.postStart'],
};

/** Small pods without a finding, and why each is correct. */
const SMALL: readonly (readonly [why: string, document: string])[] = [
  ['numbers that count things which are alike promise no order',
    pod('{ containers: [{ name: worker-1, image: "worker:2" }, { name: worker-2, image: "worker:2" }, { name: container3, image: "worker:2" }] }')],
  ['from 1.35 on, one container runs once, in a pod whose others are restarted',
    pod('{ restartPolicy: Never, containers: [{ name: server, restartPolicy: Always }, { name: report, restartPolicy: Never }] }')],
  ['the other container waits by itself, so the startup probe need not order it', pod(`{ containers: [
    { name: cache, image: "redis:7", ports: [{ containerPort: 6379 }], startupProbe: { tcpSocket: { port: 6379 }, periodSeconds: 1 } },
    { name: app, command: [sh, -c, "while ! nc -z 127.0.0.1 6379; do sleep 1; done; exec /app"] }] }`)],
  ['an httpGet hook to somebody else is a message, and no gate', pod(`{ containers: [
    { name: worker, lifecycle: { postStart: { httpGet: { host: registry.tools, path: /announce?who=worker, port: 8080 } } } },
    { name: logs, image: "fluent/fluent-bit:3.1" }] }`)],
  ['the containers of a CI agent that run until the job ends', pod(`{ activeDeadlineSeconds: 7200, restartPolicy: Never, containers: [
    { name: maven, image: "maven:3.9", command: [sleep], args: ["99d"] }, { name: node, image: "node:22", command: [cat], tty: true },
    { name: jnlp, image: "jenkins/inbound-agent:latest", env: [{ name: JENKINS_URL, value: "http://jenkins:8080/" }] }] }`)],
  ['an init container writes the file of a variable', pod(`{ volumes: [{ name: data, emptyDir: {} }], initContainers: [
    { name: write, command: [sh, -c, "printf 'URL=db:5432' > /data/app.env"], volumeMounts: [{ name: data, mountPath: /data }] }], containers: [
    { name: app, env: [{ name: URL, valueFrom: { fileKeyRef: { volumeName: data, path: app.env, key: URL, optional: false } } }] }] }`)],
  ['the helper of a Job looks for a file of the main container', job(`{ restartPolicy: Never, containers: [
    { name: main, command: [sh, -c, "trap 'touch /tmp/done' EXIT; /work"] },
    { name: proxy, image: "envoyproxy/envoy:v1", command: [sh, -c, "envoy & while [ ! -f /tmp/done ]; do sleep 1; done; kill %1"] }] }`)],
];

test('there are at least thirty correct manifests, each with a workload', () => {
  expect(FILES.length + SMALL.length).toBeGreaterThanOrEqual(30);
  expect(FILES.filter(file => documentsOf(readFileSync(join(RIGHT, file), 'utf8')).flatMap(findWorkloads).length === 0)).toEqual([]);
});

test.each(FILES)('lint finds nothing in the correct manifest %s', file => {
  expect(found(readFileSync(join(RIGHT, file), 'utf8'))).toEqual(NOTED[file] ?? []);
});

test.each(SMALL)('lint finds nothing: %s', (_why, document) => { expect(found(document)).toEqual([]); });

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
