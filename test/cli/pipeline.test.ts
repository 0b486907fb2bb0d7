import { readFileSync } from 'fs';
import { join } from 'path';
import { App, Chart } from 'cdk8s';
import { parse } from 'yaml';
import { cli } from './host';
import { OrderedPod, StartupOrder } from '../../src';
import { RULES } from '../../tools/lint/lint';
import { diagnoseJson } from '../../tools/live/diagnose';
import { StartupOrderValidation } from '../../tools/validation/startup-order-validation';
import { recorded } from '../live/recorded';

const DOCS = readFileSync(join(__dirname, '..', '..', 'docs', 'how-to', 'pipeline.md'), 'utf8');
const blocks = (language: string) => [...DOCS.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(m => m[1]);
const [CDK8S, WORKFLOW] = blocks('yaml').map(text => parse(text));

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: a}]}\n';
const { pod, events } = recorded('all-well');
const app = new App();
new OrderedPod(new Chart(app, 'shop'), 'web', { orderedContainers: [{ name: 'app', image: 'a' }] });
const PLANS = StartupOrder.planAllAsJson(app);
const FILES = { 'dist/web.k8s.yaml': POD, 'plans.json': PLANS, 'pod.json': JSON.stringify(pod), 'events.json': JSON.stringify(events) };

const runs: string[] = WORKFLOW.jobs['start-order'].steps.flatMap((step: any) => (step.run ?? '').split('\n'));
const COMMANDS = [...runs, ...blocks('sh').flatMap(text => text.split('\n'))].filter(line => line.includes('cdk8s-startup-order'));

/** docs/how-to/images.md describes `images`; `order` writes manifests, and checks none. */
const isOnThisPage = (command: string) => command !== 'images' && command !== 'order';

test('the page contains each command of the command line', () => {
  const used = COMMANDS.map(line => /cdk8s-startup-order (\w+)/.exec(line)![1]);
  const known = [...cli(['--help']).out.matchAll(/^ {2}(\w+) (?:\[options\])/gm)].map(m => m[1]).filter(isOnThisPage);
  expect([...new Set(used)].sort()).toEqual(known.sort());
  const table = [...DOCS.matchAll(/^\| `(\w+)` \| .* \| (`[^|]*`) \|$/gm)].filter(m => known.includes(m[1]));
  expect(table.map(m => m[1])).toEqual(['lint', 'explain', 'plot', 'report', 'timeline']);
  for (const [, command, formats] of table) {
    const choices = /choices: ([^,)]*(?:, "[^"]*")*)/.exec(cli([command, '--help']).out.replace(/\s+/g, ' '))?.[1];
    // `report` has one format.
    expect([command, choices?.replace(/"/g, '`') ?? '`html`']).toEqual([command, formats]);
  }
});

test.each(COMMANDS)('the command of the page succeeds: %s', line => {
  const args = line.replace(/^.*cdk8s-startup-order /, '').split(' ');
  const stdin = line.startsWith('kubectl') ? JSON.stringify(pod) : POD;
  const { code, error } = cli(args, { files: FILES, stdin, run: (_program, words) => JSON.stringify(words[1] === 'pod' ? pod : events) });
  expect([code, error]).toEqual([0, '']);
});

test('the workflow continues after a failed synth, and uploads the output of the commands', () => {
  const { steps } = WORKFLOW.jobs['start-order'];
  const synth = steps.findIndex((s: any) => s.run?.includes('cdk8s synth'));
  expect(steps.slice(synth + 1).map((s: any) => s.if)).toEqual(Array(steps.length - synth - 1).fill('${{ !cancelled() }}'));
  const uploads = steps.flatMap((s: any) => [s.with?.sarif_file, s.with?.path].filter(Boolean));
  const written = runs.flatMap(line => /--output (\S+)/.exec(line)?.[1] ?? []);
  expect(uploads).toEqual(['start-order.sarif', 'start-order/']);
  expect(written).toEqual(['start-order.sarif', 'start-order/', 'start-order/index.html']);
  expect(WORKFLOW.permissions['security-events']).toBe('write');
});

test('the lines for cdk8s.yaml are valid and name an existing rule', () => {
  const [{ class: name, properties }] = CDK8S.validations;
  expect(name).toBe(StartupOrderValidation.name);
  expect(() => new StartupOrderValidation(properties)).not.toThrow();
  expect(RULES.map(r => r.id)).toEqual(expect.arrayContaining(properties.ignore));
});

test('the answers on the page are the answers for the recorded pods', () => {
  const rows = [...DOCS.matchAll(/^\| (.*) \| `([a-z-]+)`: (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThan(8);
  for (const [, , name, sentence] of rows) {
    const { pod: live, events: said } = recorded(name);
    expect(sentence).toBe(diagnoseJson(live, said).sentence);
  }
});
