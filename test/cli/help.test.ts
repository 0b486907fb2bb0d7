import { existsSync } from 'fs';
import { join } from 'path';
import { cli, COMMANDS } from './host';
import { recorded } from '../live/recorded';

const ROOT = join(__dirname, '..', '..');
const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\nspec: {containers: [{name: app, image: a}]}\n';
const { pod, events } = recorded('all-well');
const FILES = {
  'manifests.yaml': POD,
  'manifests/web.yaml': POD,
  'order.yaml': 'apiVersion: cdk8s-startup-order.github.io/v1alpha1\nkind: StartupOrder\nmetadata: {name: web}\nspec: {workloads: [{kind: Pod, name: web}]}\n',
  'pod.json': JSON.stringify(pod),
  'events.json': JSON.stringify(events),
};
const help = (...command: string[]) => cli([...command, '--help']).out;
const sectionOf = (text: string, title: string) => text.split(`\n${title}:\n`)[1].split('\n\n')[0].trim().split('\n').map(line => line.trim());

test('the help names the commands in the order of their use', () => {
  expect([...help().matchAll(/^ {2}(\w+) [<[]/gm)].map(([, name]) => name)).toEqual([...COMMANDS, 'help']);
});

test.each([[], ...COMMANDS.map(name => [name])])('the help has two examples that run, and the address of a page: %j', (...command) => {
  const text = help(...command);
  const examples = sectionOf(text, 'Examples');
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    const [, words] = /cdk8s-startup-order (\S.*?)(?: > .*)?$/.exec(example)!;
    const [name, ...args] = words.split(' ');
    // `images` starts programs, which have their own tests.
    const given = name === 'images' ? [name, ...args, '--help'] : [name, ...args];
    const { code, error } = cli(given, { files: FILES, stdin: POD, run: (_program, [, what]) => JSON.stringify(what === 'pod' ? pod : events) });
    expect([example, code, error.replace(/^(Pod shop\/web: start order|the input declares no start order)[^]*/, '')]).toEqual([example, 0, '']);
  }
  const [, path] = /^https:\/\/github\.com\/cdk8s-startup-order\/cdk8s-startup-order\/blob\/main\/(\S+)$/.exec(sectionOf(text, 'Documentation')[0])!;
  expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

test('--output is a file in each command, and --format its content', () => {
  for (const name of COMMANDS) {
    expect([name, help(name).match(/--output <\w+>/g)]).toEqual([name, [expect.stringMatching(/<(file|path)>/)]]);
  }
  const run = (...args: string[]) => cli(['order', 'manifests.yaml', ...args], { files: FILES });
  expect(run('--output', 'out/ordered.yaml')).toEqual({ code: 0, out: '', error: run().error, written: { 'out/ordered.yaml': run().out } });
  expect(run('--output', '-')).toEqual(run());
  expect(run('--output', 'o.yaml', '--format', 'objects').written).toEqual({ 'o.yaml': '' });
  expect(run('--output', 'o.yaml', '--guarantee', 'none')).toMatchObject({ code: 2, written: {} });
});

test('order --suggest writes its proposals to the file of --output', () => {
  const stdin = POD.replace('image: a', 'image: a, command: [sh, -c, until nc -z db 80; do sleep 1; done; exec /app]');
  const { out } = cli(['order', '--suggest'], { stdin });
  expect(cli(['order', '--suggest', '--output', 'order.yaml'], { stdin })).toMatchObject({ code: 0, out: '', written: { 'order.yaml': expect.stringContaining('- db #') } });
  expect(out).toContain('- db #');
});
