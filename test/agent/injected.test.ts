import { spawnSync } from 'child_process';
import * as fc from 'fast-check';
import { AGENT, describeAgent } from './run-agent';
import { AGENT_DIR, AGENT_INSTALLER, BY_SHELL, EXIT, STATE_DIR, WAIT_AGENT } from '../../src/agent/contract';
import {
  allOf, APP, blocking, box, Check, command, COMPLETED, ContainerJson, delay, EXITED, file, http, INIT,
  orderPod, outside, PodSpecJson, READY, resolveOptions, RUNNING, SIDECAR, STARTED, StartupOrderOptions, tcp,
} from '../dsl';
import { manifestOf, pods, TWO_PAIRS } from '../random-pods';
import { runs } from '../runs';

const EACH_CHECK = (i: number): fc.Arbitrary<Check> => fc.constantFrom<Check>(
  tcp(i + 1), command('/check', '--tcp=x', '$(HOME)', '--'), blocking('/block', '--'), file(`/data/${i}:a`), file(`/own/${i}`), delay(i + 1 / 3),
  { kind: 'tcpSocket', port: 1, host: '::1', trySeconds: 3 }, { kind: 'file', path: '/data/log', contains: '--text=$(X)' }, { kind: 'unixSocket', path: '/data/socket' },
  { ...http(80), statuses: [200, 204], headers: [{ name: 'Host', value: 'shop' }, { name: 'Empty', value: '' }], trySeconds: 2 } as Check,
  allOf(http(80), command('/a'), file('/data/b'), delay(1)),
);

const OUTSIDE = [
  outside('name', { check: { kind: 'dns', host: 'api.example', trySeconds: 7 } as never, timeoutSeconds: 9 }),
  outside('slow', { check: delay(0.0001), onTimeout: 'CONTINUE', timeoutSeconds: 3 }),
  outside('image', { check: command('pg_isready', '-h', '$(DB)'), image: 'postgres:17' }),
];

const PODS = fc.record({
  described: pods([APP, SIDECAR, INIT], EACH_CHECK, [READY, RUNNING, STARTED, EXITED, COMPLETED], true),
  options: fc.array(fc.record({
    hasCommand: fc.constantFrom(true, true, false),
    waits: fc.option(fc.constantFrom(...OUTSIDE), { freq: 2 }),
    timeoutSeconds: fc.option(fc.constantFrom(1, 90), { nil: undefined }),
    goesOn: fc.boolean(),
    own: fc.constantFrom<Partial<ContainerJson>>({}, {}, {},
      { lifecycle: { postStart: { exec: { command: ['/own', '--'] } } } },
      { lifecycle: { preStop: { exec: { command: ['/own', '--'] } } } },
      { readinessProbe: { tcpSocket: { port: 1 } } },
      { startupProbe: { exec: { command: ['/up', '$(X)'] }, failureThreshold: 7, periodSeconds: 3 }, livenessProbe: { httpGet: { port: 2 }, initialDelaySeconds: 5 } }),
  }), { minLength: 9, maxLength: 9 }),
  orderedShutdown: fc.constantFrom(false, false, true),
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  version: fc.constantFrom('1.27', '1.33', '1.37'),
  delivery: fc.constantFrom<StartupOrderOptions>(
    { architecture: 'amd64' }, {}, { architecture: 'arm64', agent: { delivery: 'COPY' } }, { architecture: 'amd64', agent: { configMap: 'own' } },
  ),
});

type RandomPod = typeof PODS extends fc.Arbitrary<infer T> ? T : never;

/** The hook of one pair checks whether the other pair runs. Random pods rarely contain such pairs. */
const LOOKING: RandomPod = {
  described: TWO_PAIRS,
  options: TWO_PAIRS.map(() => ({ hasCommand: false, waits: null, timeoutSeconds: undefined, goesOn: false, own: {} })),
  orderedShutdown: false,
  restartPolicy: 'Always',
  version: '1.37',
  delivery: { architecture: 'amd64' },
};

/** The pod spec; `undefined`: the pod cannot be ordered. */
function specOf({ described, options, orderedShutdown, restartPolicy, version, delivery }: RandomPod): PodSpecJson | undefined {
  const roles = new Map(described.map(c => [c.name, c.role]));
  const all = described.map((c, i) => {
    const { waits } = options[i];
    const needs = c.dependsOn.map(d => {
      const role = roles.get(d.target.name);
      // One init container waits for a target outside the pod, so all its dependents continue or none does (SO406).
      const { timeoutSeconds, goesOn } = options[role === undefined ? 0 : i];
      const limit = timeoutSeconds === undefined ? {} : { timeoutSeconds, ...(goesOn ? { onTimeout: 'CONTINUE' } : {}) };
      const ends = d.condition === EXITED || d.condition === COMPLETED;
      return role === INIT ? d : { ...d, ...limit, ...(ends && (role === SIDECAR || restartPolicy === 'Always') ? { condition: READY } : {}) };
    });
    return { ...c, dependsOn: [...needs, ...(waits ? [waits] : [])] };
  });
  const [{ containers }, declaration] = manifestOf(all);
  const { settings } = resolveOptions({ kubernetesVersion: version, orderedShutdown, ...delivery });
  const boxes = containers!.map((c, i) => box(c.name, { ...c, ...(options[i].hasCommand ? { command: ['/run', '--'] } : {}), ...(described[i].role === INIT ? {} : options[i].own) }));
  return orderPod({ spec: { containers: boxes, restartPolicy } as PodSpecJson }, declaration, settings).template?.spec;
}

/** Each command of the container that runs the agent, as the kubelet starts it: the kubelet makes `$` of `$$`, except in hooks. */
function agentsOf({ command: own, lifecycle, startupProbe, readinessProbe }: ContainerJson): string[][] {
  const expanded = [own, startupProbe?.exec?.command, readinessProbe?.exec?.command].map(words => words?.map(word => word.split('$$').join('$')));
  const hooks = [lifecycle?.postStart?.exec?.command, lifecycle?.preStop?.exec?.command];
  return [...expanded, ...hooks].flatMap(words => {
    if (words?.[0] === WAIT_AGENT) { return [words.slice(1)]; }
    return words !== undefined && BY_SHELL.every((word, i) => words[i] === word) ? [words.slice(BY_SHELL.length)] : [];
  });
}

const UNKNOWN = '--unknown';

/** The same arguments with an unknown one after them, and the arguments of an agent that lingers in the container. */
function withUnknown(words: readonly string[]): string[][] {
  let at = 0;
  const lingering: string[][] = [];
  while (at < words.length && words[at] !== '--') {
    const [, option, count] = /^--(command|blocking-command|run-first|linger)=(\d+)$/.exec(words[at]) ?? [];
    if (option === 'linger') { lingering.push(...withUnknown(words.slice(at + 1, at + 1 + Number(count)))); }
    at += 1 + Number(count ?? 0);
  }
  return [[...words.slice(0, at), UNKNOWN, ...words.slice(at)], ...lingering];
}

const inSpec = ({ initContainers, containers }: PodSpecJson) => [...initContainers ?? [], ...containers!];

describeAgent('random pods', () => {
  test('the agent accepts every argument that a container passes to it', () => {
    const seen = new Set<string>();
    const options = new Set<string>();
    fc.assert(fc.property(PODS, about => {
      const spec = specOf(about);
      for (const words of spec ? inSpec(spec).flatMap(agentsOf).flatMap(withUnknown) : []) {
        // Containers and numbers differ, the arguments do not.
        const form = words.map(w => w.replace(/c\d/g, 'c').replace(/\d+/g, '1')).join(' ');
        if (seen.has(form)) { continue; }
        seen.add(form);
        words.forEach(w => options.add(/^--[a-z-]*/.exec(w)?.[0] ?? ''));
        const [program, ...rest] = [...AGENT, ...words];
        const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8', timeout: 5000 });
        expect([words, status, stderr]).toEqual([words, EXIT.USAGE, expect.stringContaining(`'${UNKNOWN}': unknown`)]);
      }
    }), { numRuns: 1500, examples: [[LOOKING]] });
    expect([...options].sort()).toEqual(expect.arrayContaining([
      '--blocking-command', '--command', '--continue-after', '--delay', '--dns', '--exited', '--file', '--file-contains', '--final', '--for', '--forget', '--gate', '--header', '--hold', '--http', '--if-marked',
      '--leave-lock', '--linger', '--lock', '--mark', '--marked', '--renew', '--reset', '--retry', '--run-first', '--status', '--tcp', '--text', '--then', '--timeout', '--try-timeout',
      '--unix-socket', '--unless-marked', '--unlocked',
    ]));
  });

  test('a container with the agent mounts it, and the state volume if an argument contains a state file', () => {
    let agents = 0;
    fc.assert(fc.property(PODS, about => {
      const spec = specOf(about);
      if (!spec) { return; }
      const volumes = (spec.volumes ?? []).map(v => v.name);
      for (const c of inSpec(spec).filter(one => one.name !== AGENT_INSTALLER)) {
        const all = agentsOf(c);
        const mounts = new Map((c.volumeMounts ?? []).map(m => [m.mountPath, m]));
        const usesState = all.flat().some(w => /^--(gate|lock|leave-lock|unlocked|ends|reset|renew|forget|mark|marked|if-marked|unless-marked|hold|exited|until|after)=/.test(w));
        if (usesState) { expect([c.name, mounts.has(STATE_DIR)]).toEqual([c.name, true]); }
        expect([c.name, mounts.get(AGENT_DIR)?.readOnly]).toEqual([c.name, all.length > 0 ? true : undefined]);
        expect(volumes).toEqual(expect.arrayContaining([...mounts.values()].map(m => m.name).filter(name => name.startsWith('startup-order-'))));
        agents += all.length;
      }
      const used = new Set(inSpec(spec).flatMap(c => (c.volumeMounts ?? []).map(m => m.name)));
      expect(volumes.filter(name => !used.has(name))).toEqual([]);
    }), { numRuns: runs(1500) });
    expect(agents).toBeGreaterThan(runs(1000));
  });
});
