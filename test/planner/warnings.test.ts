import { OnTimeout } from '../../src/api/on-timeout';
import { AgentDelivery } from '../../src/api/private/agent-delivery';
import { StartCondition } from '../../src/api/start-condition';
import { resolveTarget } from '../../src/pod/capabilities';
import { Delivery } from '../../src/pod/delivery';
import { PodIntent } from '../../src/pod/intent';
import { blocking, command, file, graph, grpc, http, listRemovedProbes, NEWEST, OLD, on, outside, plan, pod, PodBuilder, tcp } from '../dsl';

/** Each startup probe that holds a native sidecar causes a warning about newer nodes, which only the last test checks. */
const notes = (build: (p: PodBuilder) => void, about: Partial<PodIntent> = {}) => plan(pod(build, about)).notes;
const allWarnings = (build: (p: PodBuilder) => void, about: Partial<PodIntent> = {}) => plan(pod(build, about)).warnings;
const warnings = (...words: Parameters<typeof allWarnings>) => allWarnings(...words).filter(w => !w.includes('kubernetes#142305'));

const DELETION = (length: string) => `while a postStart hook waits, the kubelet does not act on a deletion of the pod, shows no logs and does not publish the pod IP (kubernetes#85966): ${length}`;
const DELETION_WITH_INIT_CONTAINER = (length: string) => `while a postStart hook waits, the kubelet does not act on a deletion of the pod and shows no logs: ${length}`;
const NATIVE = "'proxy' is now a native sidecar: the kubelet restarts native sidecars under any restartPolicy, stops them after the app containers, and ignores their exit codes";

test('an accepted warning becomes a note, which shows its code', () => {
  const hook = (acceptedWarnings: string[]) => plan(graph({ a: '', b: 'a' }, { acceptedWarnings }));
  expect([hook([]).warnings, hook([]).notes]).toEqual([[DELETION('up to 60 s')], []]);
  expect([hook(['SW101']).warnings, hook(['SW101']).notes]).toEqual([[], [`accepted: ${DELETION('up to 60 s')} [SW101]`]]);
});

test('a pod without waits causes no warning', () => {
  expect(warnings(p => { p.init('i'); p.app('a', ['i']); })).toEqual([]);
});

describe('hooks hold back the deletion of the pod', () => {
  test('with an init container before them, the kubelet publishes the pod IP first', () => {
    expect(warnings(p => {
      p.init('migrate');
      p.app('proxy', { ready: tcp(1) });
      p.app('app', ['proxy']);
    })).toEqual([DELETION_WITH_INIT_CONTAINER('up to 60 s')]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['one', { a: '', b: 'a' }, 'up to 60 s'],
    ['several, one after the other', { a: '', b: 'a', c: 'b' }, 'up to 120 s'],
    ['two in one', { a: '', b: '', c: 'a b' }, 'up to 60 s'],
  ])('%s', (_what, needs, length) => {
    expect(plan(graph(needs)).warnings).toEqual([DELETION(length)]);
  });

  test('a warning names a blocking command without a limit', () => {
    expect(warnings(p => {
      p.app('proxy', { ready: blocking('/wait') });
      p.app('app', ['proxy']);
    })).toEqual([DELETION("as long as the blocking command of 'proxy' runs")]);
  });

  test('a warning adds the timeouts of several hooks', () => {
    expect(warnings(p => {
      p.app('proxy', { ready: blocking('/wait') });
      p.app('db', ['proxy'], { ready: tcp(1) });
      p.app('app', ['db']);
    })).toEqual([DELETION("up to 60 s, and as long as the blocking command of 'proxy' runs")]);
  });
});

describe('deadlines', () => {
  const deadlines = [{ field: 'progressDeadlineSeconds', seconds: 100 }];

  test('a deadline that all waits together can exceed causes a warning', () => {
    expect(warnings(p => {
      p.app('db', { ready: tcp(1) });
      p.app('app', ['db', outside('api', { timeoutSeconds: 41, onTimeout: OnTimeout.CONTINUE })]);
    }, { deadlines })).toEqual([DELETION_WITH_INIT_CONTAINER('up to 60 s'), 'the waits can take 101 s in all, longer than progressDeadlineSeconds (100 s)']);
  });

  test('startup probes count', () => {
    expect(warnings(p => {
      p.sidecar('proxy', { ready: tcp(1), native: true });
      p.app('app', [on('proxy', { timeoutSeconds: 101 })]);
    }, { deadlines })).toEqual(['the waits can take 101 s in all, longer than progressDeadlineSeconds (100 s)']);
  });

  test('chains of gates count, and parallel waits count once', () => {
    const chain = (seconds: number) => warnings(p => {
      p.app('app', [on('cache', { timeoutSeconds: 60 }), on('db', { timeoutSeconds: 50 })], { command: true });
      p.app('cache', [on('db', { timeoutSeconds: seconds })], { ready: tcp(1), command: true });
      p.app('db', { ready: tcp(2) });
    }, { deadlines });
    expect(chain(41)).toEqual(['the waits can take 101 s in all, longer than progressDeadlineSeconds (100 s)']);
    expect(chain(40)).toEqual([]);
  });

  test('a deadline that the waits just meet causes no warning', () => {
    expect(warnings(p => { p.app('app', [outside('api', { timeoutSeconds: 100 })]); }, { deadlines })).toEqual([]);
  });
});

describe('a wait for a container that may exit without a restart causes a warning', () => {
  const waiting = (restartPolicy: PodIntent['restartPolicy'], about: Partial<PodIntent> = {}, options = {}) => warnings(p => {
    p.app('report', [on('db', options), on('export', { condition: StartCondition.COMPLETED })], { command: true });
    p.app('db', { ready: tcp(1) });
    p.app('export', { command: true });
  }, { restartPolicy, ...about });

  test('but not with a limit, and not for its end', () => {
    const text = "'report' waits forever if 'db' exits first, because the kubelet may not restart 'db': set activeDeadlineSeconds";
    expect([waiting('Never'), waiting('OnFailure')]).toEqual([[text], [text]]);
    expect(waiting('Never', { deadlines: [{ field: 'activeDeadlineSeconds', seconds: 600 }] })).toEqual([]);
    expect(waiting('Never', {}, { timeoutSeconds: 60 })).toEqual([]);
    expect(warnings(p => { p.app('app', [on('db')], { command: true }); p.app('db', { ready: tcp(1) }); })).not.toContainEqual(expect.stringContaining('exits first'));
  });
});

describe('a wait without a limit for a target outside the pod causes a warning', () => {
  const endless = (about: Partial<PodIntent> = {}, command_ = false) => warnings(p => {
    p.app('a', [outside('db'), outside('pause', { check: { kind: 'delay', seconds: 5 } })], { command: command_ });
    p.app('b', [outside('api'), outside('cache', { timeoutSeconds: 5 })], { command: command_ });
  }, about);

  test('in an init container, or in a gate', () => {
    const text = "nothing limits the wait for 'db', 'api': it waits forever, and no container fails. `timeout` on the dependency limits it";
    expect([endless(), endless({}, true)]).toEqual([[text], [text]]);
  });

  test('with the deadline that it outlasts', () => {
    expect(endless({ deadlines: [{ field: 'progressDeadlineSeconds', seconds: 600 }] })).toEqual([
      "nothing limits the wait for 'db', 'api': it waits forever, and no container fails; after progressDeadlineSeconds (600 s) the rollout is reported as failed, and the wait "
        + 'goes on. `timeout` on the dependency limits it',
    ]);
  });

  test('but not with activeDeadlineSeconds, and not for a container of the pod', () => {
    expect(endless({ deadlines: [{ field: 'activeDeadlineSeconds', seconds: 600 }] })).toEqual([]);
    expect(warnings(p => { p.sidecar('s', { ready: tcp(1), native: true }); p.app('a', ['s']); })).toEqual([]);
  });
});

test('containers that a hook holds unnecessarily cause a warning', () => {
  expect(warnings(p => {
    p.app('a', { ready: command('/a') });
    p.app('b', { ready: command('/b') });
    p.app('c', { ready: command('/c') });
    p.app('app', ['a', 'b', 'c']);
  })).toEqual([
    DELETION('up to 180 s'),
    "'b' starts only after the hook of 'a' has completed, without needing it: the check can run nowhere else",
    "'c' starts only after the hook of 'b' has completed, without needing it: the check can run nowhere else",
  ]);
});

test('the warning names the position that would start a held container earlier', () => {
  expect(warnings(p => {
    p.app('db', { ready: tcp(1) });
    p.app('web', ['db']);
    p.app('api', ['web'].map(name => on(name, { condition: StartCondition.RUNNING })));
    p.app('log');
    p.app('metrics');
  })).toContain("'log', 'metrics' start only after the hook of 'db' has completed, without needing it: they come after 'web' in the list; "
    + "to start them earlier, list them before 'web'");
});

describe('a role that changes the kind of a container', () => {
  test('causes a note if the container becomes native', () => {
    expect(notes(p => { p.sidecar('proxy'); p.app('app'); })).toEqual([NATIVE]);
  });

  test('causes no note if the container was native', () => {
    expect(notes(p => { p.sidecar('proxy', { native: true }); p.app('app'); })).toEqual([]);
  });

  test('causes a warning if the exit code of a sidecar decides about a Job', () => {
    const job = (restartPolicy: 'Never' | 'OnFailure') =>
      warnings(p => { p.sidecar('proxy', { command: true }); p.app('app', { command: true }); }, { ...OLD, restartPolicy });
    expect(job('Never')).toEqual([
      "'proxy' run as regular containers on this target: if one of them fails by itself, the pod has failed (restartPolicy Never); from Kubernetes 1.29 on they would be "
      + 'native sidecars, whose exit codes do not count',
    ]);
    expect(job('OnFailure')).toEqual([]);
  });

  test('causes no warning if the pod never ends', () => {
    expect(warnings(p => { p.sidecar('proxy'); p.app('app'); }, OLD)).toEqual([]);
  });
});

describe('hostNetwork', () => {
  const hostNetwork = { hostNetwork: true };
  const shared = 'with hostNetwork another process of the node may answer a check over the network';

  test('causes a warning about a check over the network', () => {
    expect(plan(graph({ a: '', b: 'a' }, hostNetwork)).warnings).toEqual([DELETION('up to 60 s'), shared]);
  });

  test('causes a warning about a startup probe, too', () => {
    expect(warnings(p => { p.sidecar('a', { ready: grpc(1), native: true }); p.app('b', ['a']); }, hostNetwork)).toEqual([shared]);
  });

  test('causes a warning about an init container that waits for a native sidecar, too', () => {
    const loopback = { kind: 'tcpSocket', host: '127.0.0.1', port: 1 } as const;
    expect(warnings(p => { p.sidecar('a', { ready: loopback, native: true }); p.app('b', ['a']); }, hostNetwork)).toEqual([shared]);
  });

  test('causes no warning about a command', () => {
    expect(warnings(p => { p.app('a', { ready: command('/a') }); p.app('b', ['a']); }, hostNetwork)).toEqual([DELETION('up to 60 s')]);
  });

  test('causes no warning about a target outside the pod', () => {
    expect(warnings(p => { p.app('a', [outside('db', { timeoutSeconds: 5 })]); }, hostNetwork)).toEqual([]);
  });
});

describe('a startup probe that holds the pod', () => {
  const slow = "the startup probe of 'proxy' holds the pod and runs only every 10 s: set periodSeconds: 1";
  const build = (startupPeriod: number, automatic = false) => (p: PodBuilder) => {
    p.sidecar('proxy', { ready: http(1), source: 'startupProbe', startupPeriod, automatic, native: true });
    p.app('app', automatic ? [] : [on('proxy')]);
  };

  test('causes a warning with a long period', () => {
    expect(warnings(build(10))).toEqual([slow]);
  });

  test('causes no warning with a period of 1 s, or if it is removed', () => {
    expect([warnings(build(1)), warnings(build(10, true))]).toEqual([[], []]);
  });

  test('causes no warning on a regular container', () => {
    expect(warnings(p => { p.app('web', { startup: http(1), startupPeriod: 10 }); p.app('app'); })).toEqual([]);
  });
});

describe('a bug of the kubelet', () => {
  const build = (p: PodBuilder) => {
    p.init('migrate');
    p.sidecar('ours', { ready: tcp(1), native: true });
    p.sidecar('own', { ready: tcp(2), source: 'startupProbe', native: true });
    p.sidecar('none', { native: true });
    p.sidecar('automatic', { startup: tcp(3), automatic: true, native: true });
    p.app('app', ['ours', 'own']);
  };
  /** The warnings for this version with the numbers of bugs. */
  const bugs = (version: string, about: Partial<PodIntent> = {}) => {
    const { capabilities, kubeletBugs } = resolveTarget(version, {})!;
    return warnings(build, { capabilities, kubeletBugs, ...about }).filter(w => /kubernetes#\d+, /.test(w));
  };

  test('causes a warning that names the containers, the effect, the release with the fix, and the workaround', () => {
    expect(bugs('1.34.1', { restartPolicy: 'Never' })).toEqual(["'ours', 'own': if the sidecar exits before its startup probe has passed, the kubelet may not probe it again, and the pod waits forever "
      + '(kubernetes#132826, fixed in 1.34.2). To avoid this, set `restartPolicy: OnFailure`, or update the kubelet']);
    expect(bugs('1.29.7').map(w => w.replace(/:.*\((.*)\).*/, ': $1'))).toEqual([
      "'ours', 'own', 'none', 'automatic': kubernetes#125880, fixed in 1.29.8",
      "'migrate', 'ours', 'own', 'none', 'automatic': kubernetes#126543, fixed in 1.29.9",
    ]);
  });

  test('causes a warning for a postStart hook that sleeps, of the plan or of the user', () => {
    const sleeping = (version: string, corrections = {}) => {
      const { capabilities, kubeletBugs } = resolveTarget(version, corrections)!;
      return warnings(p => {
        p.app('db', { ready: { kind: 'delay', seconds: 2 } });
        p.app('own', { postStart: { sleep: { seconds: 2 } } });
        p.app('both', { postStart: { sleep: { seconds: 2 } }, preStop: { sleep: { seconds: 2 } } });
        p.app('api', ['db']);
      }, { capabilities, kubeletBugs }).filter(w => w.includes('#129907'));
    };
    expect(sleeping('1.32.2')).toEqual([expect.stringMatching(/^'db', 'own': .*\(kubernetes#129907, fixed in 1\.32\.3\)/)]);
    expect(sleeping('1.32.2', { sleepAction: false })).toEqual([expect.stringMatching(/^'own': /)]);
    expect([sleeping('1.32.3'), sleeping('1.32')]).toEqual([[], []]);
  });

  test('causes no warning with the fix, without a patch version, or if it affects no container', () => {
    expect(['1.34.2', '1.34', '1.29.9', '1.29'].map(version => bugs(version, { restartPolicy: version.startsWith('1.34') ? 'Never' : 'Always' }))).toEqual([[], [], [], []]);
    expect(bugs('1.34.1')).toEqual([]);
  });

  test('causes a warning without a patch version if no release has the fix', () => {
    expect(bugs('1.32', { restartPolicy: 'Never' })).toEqual([expect.stringContaining('(kubernetes#132826, not fixed in these nodes)')]);
  });
});

describe('the way of the agent into the pod', () => {
  const DELIVERY: Delivery = { delivery: AgentDelivery.CONFIG_MAP, stated: false, reason: 'the option states it', architectures: ['arm64'] };
  const COPIED: Delivery = { ...DELIVERY, delivery: AgentDelivery.COPY, architectures: ['amd64', 'arm64'] };
  const MOUNTED: Delivery = { ...DELIVERY, delivery: AgentDelivery.IMAGE_VOLUME };
  const hooked = (about: Partial<PodIntent>) => warnings(p => { p.app('a', { ready: tcp(1) }); p.app('b', ['a']); }, about).filter(w => !w.startsWith('while'));
  const chain = (p: PodBuilder) => { p.app('a', { ready: tcp(1) }); p.app('b', ['a'], { command: true }); };
  const gated = (about: Partial<PodIntent>) => warnings(chain, about);
  const noted = (about: Partial<PodIntent>) => notes(chain, about);

  const OTHER = 'on a node of another architecture than arm64 a postStart hook cannot run the wait agent, and the dependents start anyway: bind the pod with the node selector '
    + 'kubernetes.io/arch: arm64';
  const UNKNOWN = 'the architecture of the nodes is unknown, so the init container install-wait-agent copies the wait agent: 0.5 to 0.8 s and an image for each pod; state the '
    + 'architecture, such as amd64, as `architecture` to remove it';
  const RUNTIME = 'the wait agent is mounted from its image (agent.delivery): where the container runtime mounts no images, or mounts them so that they cannot be executed, the containers that '
    + 'run the agent do not start; containerd mounts images from 2.1 on';
  const FIRST = 'the pod has no other volume: the kubelet checks every 300 ms whether the first volume of a pod is mounted, so the order costs up to 300 ms';

  test('a hook fails open on a node of another architecture, unless the pod is bound to the architecture', () => {
    expect([hooked({ delivery: DELIVERY }), hooked({ delivery: { ...DELIVERY, boundBy: 'the node selector of the pod' } })]).toEqual([[OTHER], []]);
    expect([gated({ delivery: DELIVERY }), hooked({ delivery: DELIVERY, ...NEWEST }).filter(w => w.includes('arm64'))]).toEqual([[], []]);
  });

  test('an unknown architecture costs an init container', () => {
    expect([noted({ delivery: COPIED }), noted({ delivery: { ...COPIED, architectures: ['arm64'] } })]).toEqual([[UNKNOWN], []]);
  });

  test('an image volume needs a runtime that mounts images', () => {
    expect(gated({ delivery: MOUNTED })).toEqual([RUNTIME]);
  });

  test('the first volume of a pod costs time', () => {
    expect(noted({ hasVolumes: false })).toEqual([FIRST]);
  });

  test.each([DELIVERY, COPIED, MOUNTED])('causes no warning if no container runs the agent: %j', delivery => {
    expect(warnings(p => { p.init('a'); p.app('b', ['a']); }, { delivery, hasVolumes: false })).toEqual([]);
  });
});

describe('the QoS class BestEffort', () => {
  const lost = 'the injected containers request a little CPU and memory, so the pod is Burstable and no longer BestEffort: `agent: { resources: {} }` leaves it as it was';
  const mayLoseBestEffort = true;

  test('is lost by an injected init container, with a warning', () => {
    const copied = { delivery: AgentDelivery.COPY, stated: false, reason: '', architectures: ['amd64'] };
    expect(plan(graph({ a: '', b: 'a' }, { mayLoseBestEffort, delivery: copied })).warnings).toEqual([DELETION_WITH_INIT_CONTAINER('up to 60 s'), lost]);
    expect(warnings(p => { p.app('a', [outside('db', { timeoutSeconds: 5 })]); }, { mayLoseBestEffort })).toEqual([lost]);
  });

  test('is kept by an agent from a ConfigMap', () => {
    expect(plan(graph({ a: '', b: 'a' }, { mayLoseBestEffort })).warnings).toEqual([DELETION('up to 60 s')]);
  });

  test('is kept without injected containers', () => {
    expect(warnings(p => { p.app('a', { ready: blocking('/wait') }); p.app('b', ['a']); }, { mayLoseBestEffort }))
      .toEqual([DELETION("as long as the blocking command of 'a' runs")]);
  });
});

test('a tcpSocket hook causes a warning', () => {
  expect(allWarnings(p => { p.app('a', { postStart: { tcpSocket: { port: 1 } }, preStop: { tcpSocket: { port: 1 } } }); p.app('b'); })).toEqual([
    "the postStart hook of 'a' is tcpSocket, which the kubelet does not have: the hook fails, and the kubelet kills 'a' at each start. Remove it; `tcpSocket` in "
    + '`readyWhen` checks the port',
    "the preStop hook of 'a' is tcpSocket, which the kubelet does not have: it does nothing. Remove it",
  ]);
});

test('an automatic startup probe is removed from a native sidecar and an init container only', () => {
  expect(listRemovedProbes(plan(pod(p => {
    p.sidecar('proxy', { startup: tcp(1), automatic: true });
    p.init('init', { startup: tcp(2), automatic: true });
    p.app('web', { startup: tcp(3), automatic: true });
    p.sidecar('own', { startup: tcp(4) });
  })))).toEqual(['proxy', 'init']);
});

test.each([
  ['a readiness probe that makes the ready check replaces it', StartCondition.READY, ['dep']],
  ['without a check, it keeps the pod unready until the app listens', StartCondition.RUNNING, []],
])('an automatic startup probe of a guarded app container: %s', (_what, condition, removed) => {
  const planned = plan(pod(p => {
    p.app('dep', { ready: tcp(1), automatic: true, source: 'startupProbe' });
    p.app('app', [on('dep', { condition })]);
  }, NEWEST));
  expect([planned.edges[0].mechanism, listRemovedProbes(planned)]).toEqual(['GUARDED_HOOK', removed]);
});

describe('the port of a ready check', () => {
  const about = (build: (p: PodBuilder) => void) => {
    const planned = plan(pod(build, NEWEST));
    return [...planned.warnings, ...planned.notes].filter(text => text.includes('port ')).map(text => text.replace(/[:,] .*/s, ''));
  };

  test.each<[string, (p: PodBuilder) => void, string[]]>([
    ['that two checks ask', p => { p.app('a', { ready: tcp(80) }); p.app('b', { ready: http(80), ports: [80] }); },
      ["the ready checks of 'a' and 'b' ask the same port 80"]],
    ['that only another container declares', p => { p.app('a', { ready: tcp(80), ports: [81] }); p.app('b', { ports: [80] }); },
      ["the ready check of 'a' asks port 80"]],
    ['that no container declares, beside the only declared one', p => { p.app('a', { ready: http(81), ports: [80] }); },
      ["the ready check of 'a' asks port 81"]],
  ])('%s is reported', (_what, build, expected) => {
    expect(about(build)).toEqual(expected);
  });

  test.each<[string, (p: PodBuilder) => void]>([
    ['that the container declares', p => { p.app('a', { ready: tcp(80), ports: [80, 81] }); p.app('b', { ready: tcp(82), ports: [82] }); }],
    ['beside several declared ones', p => { p.app('a', { ready: tcp(80), ports: [81, 82] }); }],
    ['of a container that declares none', p => { p.app('a', { ready: tcp(80) }); p.app('b', { ready: tcp(81) }); }],
    ['of another host', p => { p.app('a', { ready: { kind: 'tcpSocket', host: 'db.example', port: 80 }, ports: [81] }); p.app('b', { ports: [80] }); }],
    ['of a probe of the user, which the kubelet makes as well', p => { p.app('a', { ready: tcp(80), source: 'startupProbe', ports: [81] }); }],
  ])('%s is not', (_what, build) => {
    expect(about(build)).toEqual([]);
  });
});

describe('the exceptions of a dependency', () => {
  const { kubeletExceptions } = resolveTarget('1.29', {})!;
  const PROBED = { ready: http(1), source: 'startupProbe', native: true } as const;
  const BY_PROBE = 'kubernetes#142305 on 1.35 to 1.37';
  const BY_INIT_CONTAINER = 'kubernetes#137710 on 1.29 to 1.36';

  test.each<[string, (p: PodBuilder) => void, string[]]>([
    ['on a startup probe of the library', p => { p.sidecar('s', { ready: tcp(1) }); p.app('a', ['s']); }, [BY_PROBE]],
    ['on a startup probe of the user', p => { p.sidecar('s', PROBED); p.app('a', ['s']); }, [BY_PROBE]],
    ['on a running sidecar', p => { p.sidecar('s', PROBED); p.app('a', [on('s', { condition: StartCondition.RUNNING })]); }, []],
    ['on an init container', p => { p.init('s'); p.app('a', ['s']); }, [BY_INIT_CONTAINER]],
    ['by an init container that waits', p => { p.sidecar('s', { ready: file('/v/f'), mounts: { v: '/v' } }); p.app('a', ['s']); }, [BY_INIT_CONTAINER]],
    ['outside the pod', p => { p.app('a', [outside('db')]); }, [BY_INIT_CONTAINER]],
    ['by a gate', p => { p.app('s', { ready: tcp(1) }); p.app('a', ['s'], { command: true }); }, []],
  ])('%s', (_what, build, expected) => {
    expect(plan(pod(build, { kubeletExceptions })).edges[0].exceptions.map(e => `${e.issue} on ${e.versions}`)).toEqual(expected);
  });

  test('are the bugs of the version and of newer versions', () => {
    const issues = (version: string) => resolveTarget(version, {})!.kubeletExceptions.map(e => e.issue);
    expect([issues('1.28.1'), issues('1.28.2'), issues('1.37')]).toEqual([
      ['kubernetes#120247', 'kubernetes#137710', 'kubernetes#142305'], ['kubernetes#137710', 'kubernetes#142305'], ['kubernetes#142305'],
    ]);
  });
});
