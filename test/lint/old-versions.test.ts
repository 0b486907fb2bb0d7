import { documentsOf, pod } from './documents';
import { lint } from '../../tools/lint/lint';

const SIDECAR = `{
  initContainers: [{ name: proxy, image: p, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 } }],
  containers: [{ name: app, image: a }] }`;
const WAITING = `{
  initContainers: [{ name: warmer, image: w, restartPolicy: Always, command: [sh, -c, 'until nc -z 127.0.0.1 8080; do sleep 1; done; exec warm'] }],
  containers: [{ name: app, image: a, ports: [{ containerPort: 8080 }] }] }`;
const TCP_HOOK = '{ containers: [{ name: app, image: a, lifecycle: { preStop: { tcpSocket: { port: 80 } } } }] }';
const FAILS = 'tcp-hook-always-fails: error';

test.each([
  ['an error that only 1.28 makes true is a note', SIDECAR, ['no-native-sidecars: note'], []],
  ['a cycle that only 1.28 makes is a note', WAITING, ['cyclic-order: note', 'no-native-sidecars: note'], []],
  ['a finding that every version makes true keeps its severity', TCP_HOOK, [FAILS], [FAILS]],
])('%s', (_what, spec, onOld, onNew) => {
  const severities = (kubernetesVersion?: string) =>
    lint(documentsOf(pod(spec)), { kubernetesVersion }).map(({ rule, severity }) => `${rule}: ${severity}`).sort();
  expect([severities('1.28'), severities()]).toEqual([onOld, onNew]);
});
