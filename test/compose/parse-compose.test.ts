import { ComposeCase, readCase, readText } from './compose-files';
import { ComposeReading, formatPlace } from '../../tools/compose/parse-compose';

/** Describes each dependency on one line, as in `web -> api (service_healthy) shop.yaml:9`. */
const describeGraph = ({ project }: ComposeReading) => project.services.flatMap(({ name, dependsOn }) => dependsOn.map(dependency => {
  const { service, condition, required, restart, place } = dependency;
  return `${name} -> ${service} (${[condition, ...required ? [] : ['optional'], ...restart ? ['restart'] : []].join(', ')}) ${formatPlace(place)}`;
}));

const healthcheckOf = ({ project }: ComposeReading, service: string) => project.services.find(({ name }) => name === service)!.healthcheck;

test.each<[string, ComposeCase, readonly string[]]>([
  ['the order of a shop', { files: ['shop.yaml'] }, [
    'api -> cache (service_started) shop.yaml:14', 'api -> db (service_healthy) shop.yaml:13', 'api -> migrate (service_completed_successfully) shop.yaml:15',
    'migrate -> db (service_healthy) shop.yaml:29', 'web -> api (service_healthy) shop.yaml:8',
  ]],
  ['dependencies behind anchors and merge keys have the line of the anchor', { files: ['anchors.yaml'] }, [
    'billing -> bus (service_healthy) anchors.yaml:7', 'billing -> orders (service_healthy) anchors.yaml:25', 'orders -> bus (service_healthy) anchors.yaml:7',
  ]],
  ['a service keeps the dependencies of the service that it extends, and overrides their fields', { files: ['extends.yaml'] }, [
    'mailer -> db (service_started, restart) extends.yaml:7', 'mailer -> queue (service_healthy) extends.yaml:8', 'mailer -> smtp (service_started) extends.yaml:11',
    'worker -> db (service_started, restart) extends.yaml:7', 'worker -> queue (service_healthy) extends.yaml:8',
  ]],
  ['without its profile, a service and the optional dependencies on it are left out', { files: ['profiles.yaml'] }, ['app -> db (service_started) profiles.yaml:8']],
  ['with its profile, a service is active', { files: ['profiles.yaml'], profiles: ['debug'] }, [
    'app -> db (service_started) profiles.yaml:8', 'app -> tracer (service_started, optional) profiles.yaml:7',
    'tests -> app (service_started) profiles.yaml:13', 'tests -> tracer (service_started) profiles.yaml:13',
  ]],
  ['links, shared namespaces and volumes_from are dependencies', { files: ['shared.yaml'] }, [
    'api -> db (service_started, restart) shared.yaml:11', 'api -> vpn (service_started, restart) shared.yaml:10', 'backup -> db (service_started) shared.yaml:16',
    'web -> api (service_started, restart) shared.yaml:5', 'web -> db (service_healthy) shared.yaml:7',
  ]],
  ['a second file changes and adds dependencies', { files: ['override.yaml', 'override.local.yaml'] }, [
    'app -> cache (service_healthy, restart) override.local.yaml:5', 'app -> db (service_healthy) override.yaml:7', 'app -> mock (service_started) override.local.yaml:6',
  ]],
  ['optional dependencies and restarts', { files: ['optional.yaml'] }, ['app -> metrics (service_started, optional) optional.yaml:7', 'app -> proxy (service_healthy, restart) optional.yaml:6']],
])('%s', (_, given, expected) => {
  expect(describeGraph(readCase(given))).toEqual(expected);
});

test('a health check has its values in seconds, and its variables replaced', () => {
  expect(healthcheckOf(readCase({ files: ['shop.yaml'] }), 'api')).toEqual({
    disabled: false,
    test: ['CMD', 'wget', '-q', '--spider', 'http://localhost:3000/healthz'],
    intervalSeconds: 10,
    timeoutSeconds: 2,
    retries: 5,
    startPeriodSeconds: 90,
    startIntervalSeconds: 1,
    place: { source: 'shop.yaml', line: 16 },
  });
  expect(healthcheckOf(readCase({ files: ['shop.yaml'] }), 'db')).toMatchObject({ test: ['CMD-SHELL', 'pg_isready -U $POSTGRES_USER'], intervalSeconds: 5 });
});

test('a service that extends another changes single fields of its health check', () => {
  expect(healthcheckOf(readCase({ files: ['extends.yaml'] }), 'mailer')).toMatchObject({ test: ['CMD', 'python', '-m', 'health'], retries: 7, intervalSeconds: 60 });
});

test('a disabled health check, a test NONE and a health check without a test are distinguished', () => {
  const reading = readCase({ files: ['checks.yaml'] });
  expect(['app', 'quiet', 'silent', 'from-image', 'odd'].map(name => healthcheckOf(reading, name)?.disabled)).toEqual([undefined, true, true, false, false]);
  expect(healthcheckOf(reading, 'from-image')).toMatchObject({ test: undefined, intervalSeconds: 0.5, startPeriodSeconds: 3723.5 });
  expect(healthcheckOf(reading, 'odd')).not.toHaveProperty('intervalSeconds');
});

test('variables have the values of the environment or their defaults, and a variable without a value gives one warning', () => {
  const { project: { services: [app, db] } } = readCase({ files: ['variables.yaml'], environment: { DB_USER: 'ann', PREFIX: 'x' } });
  expect([app.restart, app.dependsOn[0].condition, db.containerName, db.healthcheck!.test]).toEqual(
    ['unless-stopped', 'service_healthy', 'x-db', ['CMD-SHELL', 'pg_isready -U ann -d "$DB" && echo ann']]);
  const { warnings } = readText('services:\n  a:\n    image: x\n    container_name: a$NAME-${NAME}\n');
  expect(warnings.map(({ place, problem }) => `${formatPlace(place)} ${problem.text} ${problem.code}`)).toEqual([
    "compose.yaml:4 variable 'NAME' has no value, so Compose replaces it by nothing; give it a value, or a default: `${NAME:-default}` SO697",
  ]);
});

test.each([
  ['a: [', /^\[compose\.yaml:1\].*; correct the YAML \[SO690\]$/],
  ['- a', /^\[compose\.yaml:1\] it is not a map; correct the YAML \[SO690\]$/],
  ['services:\n  a:\n    image: {{ .Values.image }}', /^\[compose\.yaml:3\] a map or a list cannot be a key; correct the YAML \[SO690\]$/],
  ['services: {a: *b}', /Unresolved alias.*\[SO690\]$/],
  ['services: {}\n---\nservices: {}', /^\[compose\.yaml:1\] it has not one YAML document; pass the output of `docker compose config` instead \[SO690\]$/],
  ['name: x', /^\[compose\.yaml:1\] it has no `services`; pass a compose file \[SO690\]$/],
  ['include: [other.yaml]\nservices: {}', /^\[compose\.yaml:1\] it contains `include`; pass the output of `docker compose config` instead \[SO690\]$/],
  ['services:\n  a:\n    image: x\n    depends_on: !reset []', /^\[compose\.yaml:4\] it contains !reset; .*\[SO690\]$/],
  ['services:\n  a: 7', /^\[compose\.yaml:2\] services\.a is 7; it must be a map \[SO691\]$/],
  ['services:\n  a:\n    depends_on: {b: {condition: healthy}}\n  b: {}', /^\[compose\.yaml:3\] services\.a\.depends_on\.b\.condition is "healthy"; it must be service_started, service_healthy, service_completed_successfully \[SO691\]$/],
  ['services:\n  a:\n    depends_on:\n      b:\n  b: {}', /^\[compose\.yaml:4\] services\.a\.depends_on\.b is null; it must be a map with the condition, such as `b: \{condition: service_healthy\}` \[SO691\]$/],
  ['services:\n  a:\n    depends_on: {b: {required: true}}\n  b: {}', /depends_on\.b\.condition is null; it must be service_started.*\[SO691\]$/],
  ['services:\n  a:\n    depends_on: b\n  b: {}', /services\.a\.depends_on is "b"; it must be a list or a map of services \[SO691\]$/],
  ['services:\n  a:\n    healthcheck:\n      interval: 5', /^\[compose\.yaml:4\] services\.a\.healthcheck\.interval is 5; it must be a duration, such as 1m30s \[SO691\]$/],
  ['services:\n  a:\n    healthcheck: {test: [curl, localhost]}', /test is \["curl","localhost"\]; it must be a text, or a list that begins with CMD, CMD-SHELL or NONE \[SO691\]$/],
  ['services:\n  a:\n    healthcheck: {retries: -1}', /retries is -1; it must be a number of at least 0 \[SO691\]$/],
  ['services:\n  a:\n    healthcheck: {disable: never}', /disable is "never"; it must be true or false \[SO691\]$/],
  ['services:\n  web:\n    depends_on: [databse]\n  database: {}', /^\[compose\.yaml:3\] service 'web' depends on 'databse' \(depends_on\), .* did you mean 'database'\? Correct the name \[SO692\]$/],
  ['services:\n  web:\n    links: ["db:database"]', /^\[compose\.yaml:3\] service 'web' depends on 'db' \(links\), which the file does not contain \(it has: web\).*\[SO692\]$/],
  ['services:\n  web:\n    depends_on: [mail]\n  mail: {profiles: [test]}', /^\[compose\.yaml:3\] service 'web' depends on 'mail' \(depends_on\), which has only the profiles test, .*\[SO693\]$/],
  ['services:\n  a:\n    depends_on: [b]\n  b:\n    depends_on: [c]\n  c:\n    network_mode: "service:a"', /^\[compose\.yaml:3\] services wait for each other: a -> b -> c -> a .*\[SO694\]$/],
  ['services:\n  a:\n    depends_on: [a]', /services wait for each other: a -> a .*\[SO694\]$/],
  ['services:\n  a:\n    extends: b', /^\[compose\.yaml:3\] service 'a' extends 'b', but there is no service 'b'; .*\[SO695\]$/],
  ['services:\n  a:\n    extends: {file: base.yaml, service: b}', /service 'a' extends 'base\.yaml', but the file does not exist; .*\[SO695\]$/],
  ['services:\n  a: {extends: b}\n  b: {extends: a}', /but the services extend each other; .*\[SO695\]/],
  ['services:\n  a:\n    restart: ${MODE:?set the mode}', /^\[compose\.yaml:3\] variable in the compose file: 'MODE': set the mode; .*\[SO696\]$/],
  ['services:\n  a:\n    container_name: ${1}', /'\$\{1\}': it is not a variable that Compose knows; .*\[SO696\]$/],
])('an invalid compose file gives an error with its line: %j', (text, message) => {
  let error = '';
  try { readText(text); } catch (thrown) { error = (thrown as Error).message; }
  expect(error.split('\n')[0] === 'the start order has 2 problems:' ? error.split('\n')[1].trim() : error).toMatch(message);
});

test('all problems of a file are reported together', () => {
  expect(() => readText('services:\n  a:\n    depends_on: [b]\n    healthcheck: {interval: x}')).toThrow(/2 problems:\n.*\[SO691\]\n.*\[SO692\]$/);
});

test('aliases that multiply without end give an error', () => {
  const levels = Array.from({ length: 12 }, (_, i) => `x${i + 1}: &x${i + 1} [${Array(9).fill(`*x${i}`).join(', ')}]`);
  expect(() => readText(`x0: &x0 [a, b]\n${levels.join('\n')}\nservices: {}`)).toThrow(/SO690/);
});
