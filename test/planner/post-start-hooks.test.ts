import { Mechanism, StartCondition } from '../../src/api/enums';
import { Check } from '../../src/api/private/check';
import { DependencyDeclaration } from '../../src/api/private/declaration';
import { OnTimeout } from '../../src/api/private/enums';
import { PodIntent } from '../../src/pod/intent';
import { PodPlan } from '../../src/pod/pod-plan';
import { allOf, blocking, ContainerWords, delay, file, hookOf, http, listHooks, NEWEST, OLD, on, plan, pod, refusals, tcp, withHooks } from '../dsl';

/** The hook of 'db', needed by one container for each of the given options. */
function hook(...needs: Partial<DependencyDeclaration>[]) {
  const { timeoutSeconds, onTimeout } = hookOf(plan(pod(p => {
    p.app('db', { ready: tcp(1) });
    needs.forEach((options, i) => p.app(`app${i}`, [on('db', options)]));
  })), 'db');
  return [timeoutSeconds, onTimeout];
}

describe('a hook always has a timeout', () => {
  test.each<[string, Partial<DependencyDeclaration>[], number]>([
    ['60 s by default', [{}], 60],
    ['less when all say so', [{ timeoutSeconds: 5 }], 5],
    ['the longest timeout of the dependents', [{ timeoutSeconds: 5 }, { timeoutSeconds: 90 }], 90],
    ['at least 60 s with a dependent without a timeout', [{ timeoutSeconds: 5 }, {}], 60],
    ['the longest timeout of the dependents, also with a dependent without a timeout', [{ timeoutSeconds: 300 }, {}], 300],
  ])('%s', (_what, needs, expected) => {
    expect(hook(...needs)).toEqual([expected, OnTimeout.CONTINUE]);
  });

  test('a hook for several dependencies has the longest timeout', () => {
    const planned = plan(pod(p => {
      p.app('a', { ready: tcp(1) });
      p.app('b', { ready: tcp(2) });
      p.app('app', [on('a', { timeoutSeconds: 7 }), on('b', { timeoutSeconds: 9 })]);
    }));
    expect(hookOf(planned, 'b').timeoutSeconds).toBe(9);
    expect(planned.edges.map(e => [e.dependency, e.waitsIn, e.timeoutSeconds])).toEqual([['a', 'b', 9], ['b', 'b', 9]]);
  });
});

test('on a native sidecar, OnTimeout.FAIL of one dependent applies to the hook', () => {
  const planned = plan(pod(p => {
    p.sidecar('proxy', { ready: tcp(1) });
    p.app('a', [on('proxy', { onTimeout: OnTimeout.FAIL })]);
    p.app('b', ['proxy']);
  }, { mechanism: Mechanism.POST_START }));
  expect(hookOf(planned, 'proxy').onTimeout).toBe(OnTimeout.FAIL);
});

describe('a blocking command', () => {
  const proxy = { ready: blocking('pilot-agent', 'wait') };

  test.each<[string, ContainerWords, Partial<DependencyDeclaration>, boolean, number | undefined]>([
    ['alone in a hook has no timeout', {}, {}, false, undefined],
    ['with a timeout has that timeout', {}, { timeoutSeconds: 20 }, false, 20],
    ['together with another check has the default timeout', {}, {}, true, 60],
    ["after the user's own hook has the default timeout", { postStart: { exec: { command: ['/own'] } } }, {}, false, 60],
  ])('%s', (_what, words, options, needsOther, seconds) => {
    expect(hookOf(plan(pod(p => {
      p.app('db', { ready: tcp(1) });
      p.app('proxy', { ...proxy, ...words });
      p.app('app', [on('proxy', options), ...needsOther ? ['db'] : []]);
    })), 'proxy').timeoutSeconds).toBe(seconds);
  });

  test('alone in a hook has neither timeout nor onTimeout in the plan', () => {
    const [edge] = plan(pod(p => { p.app('proxy', proxy); p.app('app', ['proxy']); })).edges;
    expect([edge.waitsIn, edge.timeoutSeconds, edge.onTimeout]).toEqual(['proxy', undefined, undefined]);
  });
});

describe('a hook waits for another container only if the kubelet always restarts its own container', () => {
  const carriers = (words: ContainerWords, about: Partial<PodIntent>) => withHooks(plan(pod(p => {
    p.app('a', { ready: tcp(1), ...words });
    p.app('b', { ready: tcp(2), ...words });
    p.app('app', ['a', 'b']);
  }, about)));
  const RULES = { ...NEWEST.capabilities, envFiles: false };

  test.each<[string, ContainerWords, Partial<PodIntent>, string[]]>([
    ['a pod that always restarts its containers', {}, {}, ['a', 'b[a+b]', 'app']],
    ['a pod that never restarts its containers', {}, { restartPolicy: 'Never' }, ['a[a]', 'b[b]', 'app']],
    ['a pod that restarts its containers only after a failure', {}, { restartPolicy: 'OnFailure' }, ['a[a]', 'b[b]', 'app']],
    ['containers that the kubelet restarts only after a failure', { restartPolicy: 'OnFailure' }, { capabilities: RULES }, ['a[a]', 'b[b]', 'app']],
    ['containers that always restart in a pod that never restarts its containers', { restartPolicy: 'Always' }, { capabilities: RULES, restartPolicy: 'Never' }, ['a', 'b[a+b]', 'app']],
    ['containers that a rule restarts after each exit with 0', { restartPolicy: 'OnFailure', restartRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [0] } }] },
      { capabilities: RULES }, ['a', 'b[a+b]', 'app']],
  ])('%s', (_what, words, about, expected) => {
    expect(carriers(words, about)).toEqual(expected);
  });
});

describe('a hook with only a delay', () => {
  const hookFor = (ready: Check, options: Partial<DependencyDeclaration> = {}, about: Partial<PodIntent> = {}, words: ContainerWords = {}) =>
    hookOf(plan(pod(p => {
      p.app('db', { ready, ...words });
      p.app('app', [on('db', options)]);
    }, about)), 'db');

  test.each([1, 30])('of %d s becomes a sleep action without the agent', seconds => {
    const { sleepSeconds, timeoutSeconds, usesAgent } = hookFor(delay(seconds));
    expect([sleepSeconds, timeoutSeconds, usesAgent]).toEqual([seconds, seconds, false]);
  });

  test('becomes a sleep action on a native sidecar, too', () => {
    const planned = plan(pod(p => {
      p.sidecar('db', { ready: delay(5) });
      p.app('app', [on('db', { mechanism: Mechanism.POST_START })]);
    }));
    expect([hookOf(planned, 'db').sleepSeconds, planned.agent, planned.edges[0].timeoutSeconds]).toEqual([5, undefined, 5]);
  });

  test.each<[string, Check, Partial<DependencyDeclaration>, Partial<PodIntent>, ContainerWords]>([
    ['a part of a second', delay(1.5), {}, {}, {}],
    ['longer than the grace period, which the API server refuses', delay(31), {}, {}, {}],
    ['longer than a grace period of its own', delay(6), {}, { terminationGracePeriodSeconds: 5 }, {}],
    ['on a target that has none', delay(5), {}, OLD, {}],
    ['with something else to wait for', allOf(delay(5), tcp(1)), {}, {}, {}],
    ["after the user's own hook", delay(5), {}, {}, { postStart: { exec: { command: ['/own'] } } }],
    ['nothing but a port', tcp(1), {}, {}, {}],
  ])('does not become a sleep action: %s', (_what, ready, options, about, words) => {
    const { sleepSeconds, usesAgent } = hookFor(ready, options, about, words);
    expect([sleepSeconds, usesAgent]).toEqual([undefined, true]);
  });

  test('becomes one sleep action for each of two dependencies', () => {
    const planned = plan(pod(p => {
      p.app('a', { ready: delay(5) });
      p.app('b', { ready: delay(6) });
      p.app('app', ['a', 'b']);
    }));
    expect(listHooks(planned).map(h => [h.container, h.sleepSeconds])).toEqual([['a', 5], ['b', 6]]);
  });
});

describe("the user's own postStart hook", () => {
  test('of kind exec runs first in the hook of the plan', () => {
    expect(hookOf(plan(pod(p => {
      p.app('db', { ready: tcp(1), postStart: { exec: { command: ['/register', 'me'] } } });
      p.app('app', ['db']);
    })), 'db').runFirst).toEqual(['/register', 'me']);
  });

  test.each(['httpGet', 'sleep', 'tcpSocket'])('of kind %s is an error', handler => {
    expect(refusals(pod(p => {
      p.app('db', { ready: tcp(1), postStart: { [handler]: {} } });
      p.app('app', ['db']);
    }))).toEqual([
      `SO501: container 'db' has a postStart hook of kind ${handler}, and the library needs the only hook of the container; `
      + 'write your hook as an exec hook, which then runs first, or remove it',
    ]);
  });

  test('of any kind stays if no hook has to wait', () => {
    expect(refusals(pod(p => {
      p.app('db', { postStart: { httpGet: {} } });
      p.app('app', [on('db', { condition: StartCondition.RUNNING })], { postStart: { sleep: {} } });
    }))).toEqual([]);
  });
});

describe('the check of a hook', () => {
  const checks = (planned: PodPlan, carrier: string) => hookOf(planned, carrier).waits.map(w => 'check' in w ? w.check : w);

  test.each<[string, ContainerWords, StartCondition, Check[]]>([
    ['is made once for all dependents that need READY', { ready: tcp(1) }, StartCondition.READY, [tcp(1)]],
    ['is the startup probe for STARTED, and the ready check for READY', { ready: tcp(1), startup: http(2) }, StartCondition.STARTED, [tcp(1), http(2)]],
    ['is made once if STARTED and READY have the same check', { ready: tcp(1), startup: tcp(1) }, StartCondition.STARTED, [tcp(1)]],
  ])('%s', (_what, words, condition, expected) => {
    expect(checks(plan(pod(p => {
      p.app('db', words);
      p.app('a', ['db']);
      p.app('b', [on('db', { condition })]);
    })), 'db')).toEqual(expected);
  });

  test('has the path of the container that carries the hook', () => {
    expect(checks(plan(pod(p => {
      p.app('a', { ready: file('/data/a'), mounts: { shared: '/data' } });
      p.app('b', { ready: tcp(1), mounts: { shared: '/mnt' } });
      p.app('app', ['a', 'b']);
    })), 'b')).toEqual([file('/mnt/a'), tcp(1)]);
  });
});
