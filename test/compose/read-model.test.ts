import { orderFrom } from './cases';
import { readModel } from '../../tools/compose/compose-model';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {metadata: {labels: {io.kompose.service: web}}, spec: {containers: [{name: web, image: a}]}}}
`;
const MODEL = JSON.stringify({ services: { web: { post_start: [{}] } } });
const REMEDY = 'run `docker compose --file compose.yaml config --format json >model.json`, and pass `--from model.json` [SO690]\n';

/** Runs `order` on a machine with this `docker`. */
function orderWith(files: Readonly<Record<string, string>>, from: readonly string[], docker: () => string) {
  const calls: string[][] = [];
  const run = (program: string, args: readonly string[]) => {
    calls.push([program, ...args]);
    return docker();
  };
  return { ...orderFrom(files, from, WEB, [], { run, stdin: files['-'] }), calls };
}

const fail = (fields: object) => () => { throw Object.assign(new Error('it failed'), fields); };
const missing = fail({ code: 'ENOENT' });

test.each([['a file', 'model.json'], ['standard input', '-']])('the model comes from %s, without a program', (_, from) => {
  expect(orderWith({ [from]: MODEL }, [from], missing)).toMatchObject({ code: 0, out: WEB, error: expect.stringContaining(': warning: services.web.post_start: '), calls: [] });
});

test('docker compose prints the model of compose files', () => {
  const { code, error, calls } = orderWith({ 'compose.yaml': 'services: {}', '-x.yaml': '' }, ['compose.yaml', '-x.yaml'], () => MODEL);
  expect([code, error]).toEqual([0, expect.stringContaining(': warning: services.web.post_start: ')]);
  expect(calls).toEqual([['docker', 'compose', '--file=compose.yaml', '--file=-x.yaml', 'config', '--format', 'json']]);
});

const COMPOSE = { 'compose.yaml': 'services: {web: {image: a}}' };
test.each<[string, Readonly<Record<string, string>>, readonly string[], () => string, string]>([
  ['a compose file without docker', COMPOSE, ['compose.yaml'], missing, `[compose.yaml] its model is needed, and there is no program \`docker\` in the PATH; ${REMEDY}`],
  ['a docker that fails', COMPOSE, ['compose.yaml'], fail({ stderr: 'no plugin\n' }), `[compose.yaml] \`docker compose\` does not print its model: no plugin; ${REMEDY}`],
  ['a docker that cannot be run', COMPOSE, ['compose.yaml'], fail({ code: 'EACCES' }), '`docker compose` does not print its model: it failed; '],
  ['a docker that prints no JSON', COMPOSE, ['compose.yaml'], () => 'services: {}', `[compose.yaml] it has no map \`services\`; ${REMEDY}`],
  ['a compose file on standard input', { '-': 'services: {}' }, ['-'], () => MODEL, `[<stdin>] it is not the JSON of one compose model; ${REMEDY}`],
  ['a model and a compose file', { '-': MODEL, ...COMPOSE }, ['-', 'compose.yaml'], () => MODEL, '[<stdin>] it is not the JSON of one compose model; '],
  ['a missing file', {}, ['compose.yaml'], () => MODEL, '[compose.yaml] there is no such file; correct the input [SO670]\n'],
  ['another JSON file', { 'pod.json': '{"kind": "Pod"}' }, ['pod.json'], missing, '[pod.json] it has no map `services`; '],
  ['a JSON text', { 'a.json': '{"service": {}}' }, ['a.json'], missing, '[a.json] it has no map `services`; '],
])('%s is an error with a remedy, and standard output stays empty', (_, files, from, docker, expected) => {
  expect(orderWith(files, from, docker)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(expected) });
});

test('the model and the manifests cannot both be standard input', () => {
  const { code, out, error } = orderFrom({}, ['-'], WEB, ['-'], { stdin: MODEL });
  expect([code, out, error]).toEqual([2, '', '--from and the manifests both come from standard input; pass one as a file\n']);
});

test.each([
  ['a text for a service', 'nginx', "`services.web` is 'nginx'; it must be an object, such as { command: … } [SO631]"],
  ['depends_on in short form', { depends_on: ['db'] }, '`services.web.depends_on` is a list of 1; it must be an object [SO631]'],
  ['a dependency in short form', { depends_on: { db: 'service_healthy' } }, "`services.web.depends_on.db` is 'service_healthy'; it must be an object, "],
  ['no condition', { depends_on: { db: {} } }, '`services.web.depends_on.db.condition` is missing; it must be service_started, service_healthy, service_completed_successfully'],
  ['an unknown condition', { depends_on: { db: { condition: 'healthy' } } }, "`services.web.depends_on.db.condition` is 'healthy'; it must be 'service_started', "],
  ['a word for true', { depends_on: { db: { condition: 'service_started', required: 'yes' } } }, "`services.web.depends_on.db.required` is 'yes'; it must be true or false"],
  ['a test in short form', { healthcheck: { test: 'pg_isready' } }, "`services.web.healthcheck.test` is 'pg_isready'; it must be a list"],
  ['a number in a test', { healthcheck: { test: ['CMD', 1] } }, "`services.web.healthcheck.test[1]` is 1; it must be a string in quotes: '1'"],
  ['a duration without a unit', { healthcheck: { interval: '5' } }, "`services.web.healthcheck.interval` is '5'; it must be a duration, such as '1m30s'"],
  ['a text for a number', { healthcheck: { retries: '3' } }, "`services.web.healthcheck.retries` is '3'; it must be a number"],
  ['labels as a list', { labels: ['a=b'] }, '`services.web.labels` is a list of 1; it must be an object'],
  ['one hook', { pre_start: { command: [] } }, '`services.web.pre_start` is an object with the key command; it must be a list'],
])('%s is an error with the field', (_, web, expected) => {
  const read = () => readModel('model.json', { services: { web } });
  expect(read).toThrow(`[model.json] ${expected}`);
  expect(read).toThrow(/\[SO631\]$/);
});
