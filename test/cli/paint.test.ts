import { cli } from './host';

const ESCAPE = /\u001b\[[\d;]*m/g;
const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations: {cdk8s-startup-order.github.io/depends-on: '{"app": ["proxy"]}'}
spec:
  containers:
  - {name: app, image: a, command: [sh, -c, "sleep 10; exec /app"]}
  - {name: proxy, image: b, readinessProbe: {tcpSocket: {port: 80}}}
`;
const both = { out: true, error: true };
const run = (args: readonly string[], colours = both) => cli(args, { files: { 'a.yaml': POD }, colours });

test.each([
  [['lint', 'a.yaml'], '\u001b[33m\u001b[1mwarning\u001b['],
  [['explain', 'a.yaml'], '\u001b[1mPod web\u001b[22m: the order that'],
  [['order', '--explain', 'a.yaml'], '\u001b[32mFAIL_CLOSED\u001b[39m'],
  [['--help'], '\u001b[1mCommands:\u001b[22m'],
  [['lint', '--help'], '\u001b[36m--fail-on <severity>\u001b[39m'],
])('colours on a terminal add nothing else to the text: %j', (args, expected) => {
  const [painted, plain] = [run(args), cli(args, { files: { 'a.yaml': POD } })];
  expect(painted.out + painted.error).toContain(expected);
  expect(plain.out + plain.error).not.toMatch(ESCAPE);
  expect([painted.out, painted.error].map(text => text.replace(ESCAPE, ''))).toEqual([plain.out, plain.error]);
});

test.each([['--no-color', 'lint', 'a.yaml'], ['lint', 'a.yaml', '--no-color'], ['lint', '--no-color', '--help']])('%s %s %s prints no colours', (...args) => {
  const { out, error } = run(args);
  expect(out).not.toBe('');
  expect(out + error).not.toMatch(ESCAPE);
});

test('an output that is no terminal, a file and the manifests have no colours', () => {
  const { out, error } = run(['order', '--explain', 'a.yaml'], { out: false, error: true });
  expect(error).toMatch(ESCAPE);
  expect(out).not.toMatch(ESCAPE);
  expect(run(['order', 'a.yaml']).out).toBe(out);
  expect(run(['lint', 'a.yaml', '--output', 'r.txt']).written['r.txt']).not.toMatch(ESCAPE);
});

test('a name with escapes of a terminal stays harmless beside the colours', () => {
  const name = '\u001b[31mred\u001b[0m';
  const { out } = cli(['explain', 'a.yaml'], { files: { 'a.yaml': POD.replace('name: web', `name: ${JSON.stringify(name)}`) }, colours: both });
  expect(out).toContain('\u001b[1mPod \\u001b[31mred\\u001b[0m\u001b[22m: the order');
  expect(out.match(ESCAPE)).not.toContain('\u001b[31m');
});
