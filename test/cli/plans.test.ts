import { App, Chart, Duration } from 'cdk8s';
import { cli } from './host';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck, StartupOrder } from '../../src';

function createApp(): App {
  const app = new App();
  for (const name of ['shop', 'blog']) {
    new OrderedDeployment(new Chart(app, name), 'web', {
      orderedContainers: [
        { name: 'proxy', image: 'proxy:1', role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(9000), expectedReadyIn: Duration.seconds(7) },
        { name: 'app', image: 'app:1', dependsOn: [Dependency.on('proxy')] },
      ],
      startupOrder: { kubernetesVersion: '1.33' },
    });
  }
  return app;
}

const APP = createApp();
const PLANS = StartupOrder.planAllAsJson(APP);
const run = (args: readonly string[], text = PLANS) => cli(args, { files: { 'plans.json': text } });

test('a file of plans contains durations, and plot draws the plan of one workload with them', () => {
  expect(JSON.parse(PLANS).plans[0].containers[0]).toMatchObject({ name: 'proxy', _expectedReadyIn: { milliseconds: 7000 } });
  const { code, out } = run(['plot', 'plans.json', '--workload', 'shop/web', '--format', 'json']);
  expect([code, ...JSON.parse(out).rows.map((row: any) => [row.name, row.started < 7, row.ready >= 7])]).toEqual([0, ['proxy', true, true], ['app', false, true]]);
});

test('plot writes a timeline for each plan into a directory', () => {
  const { written } = run(['plot', 'plans.json', '--output', 'pictures/']);
  expect(Object.keys(written)).toEqual(['pictures/shop-web.svg', 'pictures/blog-web.svg']);
});

test('report and explain read plans, and explain prints the text of the library, also with details', () => {
  expect(run(['report', 'plans.json']).out).toContain('Start order of 2 workloads');
  expect(JSON.parse(run(['explain', 'plans.json', '--format', 'json', '--workload', 'blog/web']).out).map((plan: any) => plan.path)).toEqual(['blog/web']);
  const explain = (...options: readonly string[]) => cli(['explain', 'plans.json', ...options], { files: { 'plans.json': PLANS }, width: 100 }).out;
  expect(explain()).toBe(StartupOrder.explainAll(APP));
  expect(explain('--detail')).toBe(StartupOrder.explainAll(APP, true));
  expect(explain('--detail').length).toBeGreaterThan(explain().length);
});

test.each([
  ['{"startupPlans": 2, "plans": []}', 'the plans have the version 2, and this version of the command reads version 1; use the version of the library that wrote the file [SO645]'],
  ['{"plans": []}', 'this is no file of plans: startupPlans is missing or unknown; write the file with `StartupOrder.planAllAsJson` [SO646]'],
  ['{"startupPlans": 1, "plans": {}}', 'plans is no list'],
  ['{"startupPlans": 1, "plans": [{"path": "a"}]}', 'plans[0].kubernetesVersion is missing or unknown'],
  [PLANS.replace('"role": "APP"', '"role": "MAIN"'), 'plans[0].containers[1].role is missing or unknown'],
  [PLANS.replace(/"guarantee": "\w+"/, '"guarantee": "SOMETIMES"'), 'plans[0].dependencies[0].guarantee is missing or unknown'],
  [PLANS.slice(0, -9), 'this is no file of plans: '],
])('a wrong file of plans is one error with the name of the file: %#', (text, message) => {
  const { code, out, error } = run(['report', 'plans.json'], text);
  expect([code, out, error]).toEqual([2, '', expect.stringContaining('[plans.json]')]);
  expect(error).toContain(message);
});

test('a file of plans beside the manifests of a folder is not read', () => {
  const files = { 'dist/plans.json': PLANS, 'dist/web.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, image: a}]}\n' };
  const { code, out, error } = cli(['plot', 'dist/', '--format', 'json'], { files });
  expect([code, error, JSON.parse(out).title]).toEqual([0, '', 'Pod web']);
});

test.each([
  [['lint', 'plans.json'], expect.stringContaining('plans.json')], [['order', 'plans.json'], expect.stringContaining('plans.json')],
  [['plot', 'plans.json', '--workload', 'web'], 'there is no workload called web; there are shop/web, blog/web\n'],
])('%j is a usage error', (args, error) => { expect(run(args)).toMatchObject({ code: 2, error }); });
