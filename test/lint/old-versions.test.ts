import { parse } from 'yaml';
import { lint } from '../../tools/lint/lint';

const severities = (text: string, kubernetesVersion?: string) =>
  lint([parse(text)], { kubernetesVersion }).map(({ rule, severity }) => `${rule}: ${severity}`);

const pod = (spec: string) => `{ apiVersion: v1, kind: Pod, metadata: { name: shop }, spec: ${spec} }`;

const SIDECAR = pod(`{
  initContainers: [{ name: proxy, image: p, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 } }], containers: [{ name: app, image: a }] }`);

test('an error that only a version before 1.29 makes true is a note, and otherwise no finding', () => {
  expect(severities(SIDECAR, '1.28')).toContain('no-native-sidecars: note');
  expect([severities(SIDECAR, '1.28').filter(found => found.endsWith('error')), severities(SIDECAR)]).toEqual([[], []]);
});

test('a cycle that only a version before 1.29 makes is a note', () => {
  const waiting = pod(`{
    initContainers: [{ name: warmer, image: w, restartPolicy: Always, command: [sh, -c, 'until nc -z 127.0.0.1 8080; do sleep 1; done; exec warm'] }],
    containers: [{ name: app, image: a, ports: [{ containerPort: 8080 }] }] }`);
  expect(severities(waiting, '1.28')).toContain('cyclic-order: note');
  expect(severities(waiting)).toEqual([]);
});

test('a finding that every version makes true keeps its severity on an old version', () => {
  const twice = pod('{ containers: [{ name: app, image: a }, { name: app, image: b }] }');
  expect(severities(twice, '1.28')).toEqual(severities(twice, '1.35'));
  expect(severities(twice, '1.28')).toContain('duplicate-container-name: error');
});
