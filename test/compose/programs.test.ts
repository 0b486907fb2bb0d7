import { execFileSync, spawnSync } from 'child_process';
import { cpSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { COMPOSE_CASES, orderFrom, pathOf } from './cases';
import { temporaryFolder } from '../temporary-folder';

// Docker Compose and kompose, which scripts/try-programs.sh builds.
const { STARTUP_ORDER_COMPOSE, STARTUP_ORDER_KOMPOSE, PATH } = process.env;
const folder = temporaryFolder();

const KOMPOSE_ARGUMENTS = { shop: ['--namespace', 'shop'], group: ['--service-group-mode', 'label'] };

/** Runs Docker Compose as `docker` does for its plugin. */
const docker = (_program: string, [compose, ...args]: readonly string[]) => {
  expect(compose).toBe('compose');
  return execFileSync(STARTUP_ORDER_COMPOSE!, args, { cwd: folder, env: { PATH, HOME: folder }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
};

function convert(...args: readonly string[]): string {
  const words = ['convert', '--stdout', '--with-kompose-annotation=false', ...args];
  const { status, stdout, stderr } = spawnSync(STARTUP_ORDER_KOMPOSE!, words, { cwd: folder, env: { PATH, HOME: folder }, encoding: 'utf8' });
  if (status !== 0) { throw new Error(stderr); }
  return stdout;
}

function write(file: string, text: string): string {
  writeFileSync(join(folder, file), text);
  return file;
}

/** Runs `order --from` with the real `docker compose`. */
const orderWithDocker = (files: readonly string[], manifests: string) =>
  orderFrom(Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')])), files, manifests, [], { run: docker });

(STARTUP_ORDER_COMPOSE && STARTUP_ORDER_KOMPOSE ? describe : describe.skip)('Docker Compose and kompose', () => {
  test.each(COMPOSE_CASES)('%s: the programs give the same model and the same manifests', name => {
    cpSync(pathOf(name, 'compose.yaml'), join(folder, 'compose.yaml'));
    const { services } = JSON.parse(docker('docker', ['compose', '--project-name', 'shop', '--file=compose.yaml', 'config', '--format', 'json']));
    expect(JSON.parse(readFileSync(pathOf(name, 'model.json'), 'utf8')).services).toEqual(services);
    expect(convert('--file', 'compose.yaml', ...KOMPOSE_ARGUMENTS[name])).toBe(readFileSync(pathOf(name, 'manifests.yaml'), 'utf8'));
  });

  test('several files: the later file overrides the earlier file, and $ stays', () => {
    const base = write('base.yaml', 'services:\n  web: {image: web, depends_on: [db]}\n  db: {image: db, expose: [5432]}\n');
    const over = write('over.yaml', 'services:\n  web: {depends_on: {db: {condition: service_healthy}}}\n  db: {healthcheck: {test: "psql -U $$USER"}}\n');
    const { code, out } = orderWithDocker([base, over], convert('--file', base, '--file', over));
    expect([code, out]).toEqual([0, expect.stringMatching(/readinessProbe:\n {12}exec:\n {14}command:\n {16}- \/bin\/sh\n {16}- -c\n {16}- psql -U \$USER\n/)]);
    expect(out).toContain('--tcp=db:5432');
  });

  test('a compose file without ports: the lines of the summary make all dependencies enforceable', () => {
    const apps = ['web', 'space', 'admin', 'live', 'api', 'worker', 'beat-worker', 'migrator'];
    const waiting = apps.map(app => `  ${app}: {image: ${app}, depends_on: [plane-db, plane-redis, plane-mq]}\n`).join('');
    const awaited = ['db', 'redis', 'mq'].map(name => `  plane-${name}: {image: ${name}}\n`).join('');
    const first = write('plane.yaml', `services:\n${waiting}${awaited}`);
    const before = orderWithDocker([first], convert('--file', first));
    expect(before).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/^plane\.yaml: warning: 0 of 24 dependencies are enforced; .*: plane-db, plane-mq, plane-redis; .*\n/) });
    const lines = write('expose.yaml', before.error.slice(before.error.indexOf('services:\n')).replaceAll('PORT', '9999'));
    const after = orderWithDocker([first, lines], convert('--file', first, '--file', lines));
    expect([after.code, after.error]).toEqual([0, '']);
    expect(after.out.match(/- ["']?--tcp=plane-(db|redis|mq):9999/g)).toHaveLength(24);
  });

  test('the hooks of compose 5: kompose drops post_start and pre_stop, and refuses pre_start', () => {
    const hooks = 'services:\n  web:\n    image: web\n    user: "5"\n    post_start: [{command: /warm-up --all}]\n    pre_stop: [{command: [/drain]}]\n';
    const converted = convert('--file', write('hooks.yaml', hooks));
    expect(converted).not.toMatch(/warm-up|drain/);
    expect(() => convert('--file', write('pre-start.yaml', `${hooks}    pre_start: [{command: /migrate up, user: root}]\n`))).toThrow("additional properties 'pre_start' not allowed");
    const { code, error } = orderWithDocker(['pre-start.yaml'], converted);
    expect([code, error.match(/services\.web\.\w+/g)]).toEqual([0, ['services.web.pre_start', 'services.web.post_start', 'services.web.pre_stop']]);
  });

  test.each([
    ['a cycle', 'services: {a: {image: a, depends_on: [b]}, b: {image: b, depends_on: [a]}}', 'dependency cycle detected: a -> b -> a'],
    ['an unknown service', 'services: {a: {image: a, depends_on: [b]}}', 'service "a" depends on undefined service "b"'],
    ['a file that is no YAML', 'services: {', 'yaml'],
  ])('Docker Compose refuses %s, and the error contains its message', (_, text, expected) => {
    const { code, out, error } = orderWithDocker([write('wrong.yaml', text)], 'kind: List');
    expect([code, out, error]).toEqual([2, '', expect.stringContaining(expected)]);
    expect(error).toMatch(/^\[wrong\.yaml\] `docker compose` does not print its model: /);
  });
});
