import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { CASES, ComposeCase, FILES, readCase, readText } from './compose-files';
import { ComposeProject, ServiceHealthcheck } from '../../tools/compose/compose-project';

// The parser of Docker Compose (compose-go), which scripts/try-programs.sh builds.
const { STARTUP_ORDER_COMPOSE: program } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'startup-order-compose-'));
afterAll(() => { rmSync(folder, { recursive: true }); });

/** Returns the project as compose-go reads it; `undefined`: compose-go refuses it. */
function readWithCompose({ files, profiles = [], environment = {} }: ComposeCase): unknown {
  const { status, stdout } = spawnSync(program!, [profiles.join(','), ...files], { cwd: FILES, env: environment, encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

const DURATION_UNITS = { h: 3600, m: 60, s: 1, ms: 0.001 };
const toSeconds = (text: string) =>
  [...text.matchAll(/([\d.]+)(ms|[hms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * DURATION_UNITS[unit as 's'], 0);

/** Converts a project to the form of the program. */
function toJson({ services }: ComposeProject): unknown {
  return withoutAbsent(Object.fromEntries(services.map(({ name, dependsOn, healthcheck, restart, containerName, labels }) => [name, {
    dependsOn: Object.fromEntries(dependsOn.map(({ service, condition, required, restart: withIt }) =>
      [service, { condition, required, restart: withIt || undefined }])),
    healthcheck: healthcheck && withoutPlace(healthcheck),
    restart,
    containerName: containerName === '' ? undefined : containerName,
    labels,
  }])));
}

const withoutAbsent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const withoutPlace = ({ place: _place, ...healthcheck }: ServiceHealthcheck) => healthcheck;

/** Converts the output of the program: durations to seconds, and the default values to absent ones. */
function normalize(services: Record<string, any>): unknown {
  return withoutAbsent(Object.fromEntries(Object.entries(services).map(([name, { dependsOn, healthcheck, labels, ...service }]) => [name, {
    ...service,
    labels: labels ?? {},
    // compose-go keeps dependencies on inactive services.
    dependsOn: Object.fromEntries(Object.entries(dependsOn ?? {}).filter(([other]) => other in services)),
    healthcheck: healthcheck && normalizeHealthcheck(healthcheck),
  }])));
}

function normalizeHealthcheck({ test: words, disable, interval, timeout, retries, ...start }: Record<string, any>) {
  const seconds = (text: string | undefined) => text === undefined ? undefined : toSeconds(text) || undefined;
  return {
    test: words,
    disabled: disable === true || words?.[0] === 'NONE',
    intervalSeconds: seconds(interval),
    timeoutSeconds: seconds(timeout),
    startPeriodSeconds: seconds(start.start_period),
    startIntervalSeconds: seconds(start.start_interval),
    retries: retries || undefined,
  };
}

(program ? describe : describe.skip)('compose-go', () => {
  test.each(CASES.map(given => [JSON.stringify(given), given] as const))('%s is read in the same way', (_, given) => {
    const expected = readWithCompose(given) as Record<string, unknown>;
    expect(Object.keys(expected).length).toBeGreaterThan(1);
    expect(toJson(readCase(given).project)).toEqual(normalize(expected));
  });

  test('random projects are read in the same way, or refused by both', () => {
    /** Mostly valid values, so that many projects are valid. */
    const mostly = (valid: readonly unknown[], invalid: readonly unknown[]) =>
      fc.oneof({ weight: 100, arbitrary: fc.constantFrom(...valid) }, { weight: 1, arbitrary: fc.constantFrom(...invalid) });
    const text = mostly(['', 'x', '$X', '${X}', '${X:-y}', '${X-}', '$$X', '${X:+z$X}', '$', '$(x)', '{}', '}', '${Y:-${X}}', '${Y:-{a}}', 'a: b'], ['${', '${1}', '${Y?}', '${X y}']);
    const condition = mostly(['service_started', 'service_healthy', 'service_completed_successfully', '${C:-service_healthy}'], ['healthy', 1]);
    const dependency = fc.record({ condition, required: mostly([true, false, 'true', 'No'], ['$NO', 1]), restart: mostly([true, false], ['x']) }, { requiredKeys: ['condition'] });
    const duration = mostly(['5s', '1m30s', '100ms', '0s', '0', '1.5h', '${D:-2s}', '1m0.5s'], ['5', '', 's', '1 s', 7]);
    const healthcheck = fc.record({
      test: fc.oneof(text, fc.tuple(mostly(['CMD', 'CMD-SHELL', 'NONE'], ['RUN', '']), text), fc.constant([])),
      interval: duration,
      timeout: duration,
      start_period: duration,
      start_interval: duration,
      retries: mostly([0, 1, '3'], [-1, '1.5', 'x']),
      disable: mostly([true, false, 'true'], ['nein']),
    }, { requiredKeys: [] });
    const NAMES = ['a', 'b', 'c', 'd', 'e'];
    /** A service refers mostly to later services, so that few projects have a cycle. */
    const services = fc.record(Object.fromEntries(NAMES.map((own, i) => {
      const other = mostly(i === 4 ? ['e'] : NAMES.slice(i + 1), [own, 'a', 'f']) as fc.Arbitrary<string>;
      return [own, fc.record({
        image: fc.constant('x'),
        healthcheck,
        restart: mostly(['no', 'always', 'on-failure', 'on-failure:3', 'unless-stopped'], [true]),
        profiles: mostly([[], []], [['p'], ['q'], ['p', 'q']]),
        labels: fc.oneof(fc.dictionary(fc.constantFrom('k', 'l'), text), fc.uniqueArray(fc.constantFrom('k=1', 'l', 'm=$X', 'n=a=b'))),
        ...(i === 4 ? {} : {
          depends_on: fc.oneof(fc.uniqueArray(other, { maxLength: 2 }), fc.dictionary(other, dependency, { maxKeys: 2 })),
          extends: other,
          links: fc.uniqueArray(fc.oneof(other, other.map(n => `${n}:alias`)), { maxLength: 1 }),
          network_mode: other.map(n => `service:${n}`),
        }),
      }, { requiredKeys: ['image'] })];
    })));
    const environment = { X: 'value' };
    let read = 0;
    fc.assert(fc.property(services, fc.subarray(['p', 'q']), (given, profiles) => {
      const file = join(folder, 'compose.yaml');
      const content = stringify({ services: given });
      writeFileSync(file, content);
      const theirs = readWithCompose({ files: [file], profiles, environment }) as Record<string, unknown> | undefined;
      let ours: unknown;
      try { ours = toJson(readText(content, { profiles, environment }).project); } catch (error) { if (!/\[SO69\d\]/.test(String(error))) { throw error; } }
      if (ours) { read++; }
      expect(ours).toEqual(theirs && normalize(theirs));
    }), { numRuns: Number(process.env.RUNS ?? 150) });
    expect(read).toBeGreaterThan(15);
  });
});
