import { stringify } from 'yaml';
import { cli } from './host';
import { neutralize } from '../../tools/cli/neutralize';
import { manifest } from '../manifest';

/** A name that clears the terminal, and then reports errors to a CI system. */
const EVIL = 'x\u001b[2J\u009b1m\n::error::forged\n##[error]forged ##vso[task.complete result=Failed]\r::error::again \u202egnp';
const DEPENDS_ON = 'cdk8s-startup-order.github.io/depends-on';
const pod = (name: string, container: string) => stringify(manifest('Pod', name, {
  containers: [{ name: container, command: ['sh', '-c', 'sleep 10; exec /app'] }, { name: 'proxy', readinessProbe: { tcpSocket: { port: 80 } } }],
}, { annotations: { [DEPENDS_ON]: JSON.stringify({ [container]: ['proxy'] }) } }));

const run = (...args: string[]) => cli([...args, 'a.yaml'], { files: { 'a.yaml': pod(EVIL, EVIL) }, width: 40 });

test.each([
  ['explain', run('explain')], ['lint', run('lint', '--fail-on', 'note')], ['order', run('order')], ['order for Helm', run('order', '--helm-plugin')],
  ['order --explain', cli(['order', '--explain', 'a.yaml'], { files: { 'a.yaml': pod(EVIL, 'app') } })],
  ['an unknown workload', run('explain', '--workload', EVIL)], ['a wrong option', cli(['lint', EVIL])],
])('%s prints the characters of a name without their effect', (_, { out, error }) => {
  const printed = _ === 'order --explain' ? error : out + error;
  expect(printed).toContain('\\u001b[2J');
  expect(printed).not.toMatch(/[\u001b\u009b\r\u202e]|^\s*::|##\w*\[/m);
});

test('the escapes are JSON', () => { expect(JSON.parse(run('lint', '--format', 'json').out).findings[0].workload.name).toBe(EVIL); });

test('the manifests and other texts stay as they are', () => {
  const hosts = `kind: ConfigMap\ndata:\n  hosts: |\n    ::1 localhost\n  x: '##[a]'\n---\n${pod('web', 'app')}`;
  expect(cli(['order', 'a.yaml'], { files: { 'a.yaml': hosts } }).out).toContain("\n    ::1 localhost\n  x: '##[a]'\n");
  const text = '# a\n## b\r\na::b\n\tc: [d] #e[f]\n';
  expect(neutralize(text)).toBe(text);
});
