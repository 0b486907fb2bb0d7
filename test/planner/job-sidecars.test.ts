import { About, DENYING, graph, listGates, OLD, plan, PodIntent, refusals, RUNNING, withRestartPolicy } from '../dsl';

// Nodes without native sidecars: a sidecar is a regular container there.
const job = (restartPolicy: 'Never' | 'OnFailure', { helper, main } = { helper: true, main: true }, about: About = {}) => graph(
  { 'main': 'proxy', 'second': '', 'sidecar proxy': '' }, { ...OLD, restartPolicy, ...about },
  { main: { command: main, on: { condition: RUNNING } }, second: { command: main }, proxy: { command: helper } });

const endOf = (intent: PodIntent) => listGates(plan(intent)).map(({ container, endsAfter, marksEnd }) => ({ container, endsAfter, marksEnd }));

describe('a sidecar of a pod that ends, on nodes without native sidecars', () => {
  const withRules = job('Never', { helper: true, main: true }, { capabilities: { ...OLD.capabilities, containerRestartRules: true } });

  test.each<[string, PodIntent, string, string]>([
    ['with restartPolicy Never, ends when all app containers have exited', job('Never'), 'EXITED', 'EXITED'],
    ['with restartPolicy OnFailure, ends when all app containers have completed', job('OnFailure'), 'COMPLETED', 'COMPLETED'],
    ['ends after the completion of an app container that its own policy restarts', withRestartPolicy(withRules, 'second', 'OnFailure'), 'EXITED', 'COMPLETED'],
  ])('%s', (_what, intent, ofMain, ofSecond) => {
    expect(endOf(intent)).toEqual([
      { container: 'second', endsAfter: [], marksEnd: true },
      { container: 'proxy', endsAfter: [{ container: 'main', condition: ofMain }, { container: 'second', condition: ofSecond }], marksEnd: false },
      { container: 'main', endsAfter: [], marksEnd: true },
    ]);
  });

  test.each<[string, About]>([
    ['as a native sidecar, because the kubelet ends it', { capabilities: { ...OLD.capabilities, nativeSidecars: true } }],
    ['with restartPolicy Always', { restartPolicy: 'Always' }],
  ])('has no gate %s', (_what, about) => { expect(listGates(plan(job('Never', { helper: false, main: false }, about)))).toEqual([]); });

  test.each<[string, PodIntent, string]>([
    ['an unknown helper', job('Never', { helper: false, main: true }),
      "the wait agent can terminate it only from before the commands, and the command of 'proxy' comes from the image; write the `command` of 'proxy', or add its image to the image file (`cdk8s-startup-order images --image example/proxy`)"],
    ['unknown app containers', job('OnFailure', { helper: true, main: false }),
      "the wait agent can terminate it only from before the commands, and the command of 'main', 'second' comes from the image; write the `command` of 'main' and 'second', or add their images to the image file (`cdk8s-startup-order images --image example/main --image example/second`)"],
    ['locks that other containers do not see', job('OnFailure', { helper: true, main: true }, { capabilities: { ...OLD.capabilities, sharedFileLocks: false } }),
      'the wait agent, which could terminate it, sees no end of another container: the containers of a pod with a runtimeClassName may not see the locks of each other (capabilities.sharedFileLocks); '
      + 'give it the role APP and let it exit by itself'],
    ['Windows', { ...job('Never'), windows: true }, 'the wait agent, which could terminate it, does not run on Windows; give it the role APP and let it exit by itself'],
  ])('is an error with %s, because it would never end', (_what, intent, why) => {
    expect(refusals(intent)).toContain("SO703: the pod must complete, but sidecar 'proxy' would keep running after all other containers have exited, because not all nodes have native "
      + `sidecars; ${why}, or plan for Kubernetes 1.29 or newer (\`kubernetesVersion\`)`);
  });

  test('is an error that names the capability that the user denies, and no version', () => {
    const intent = job('Never', { helper: false, main: true }, DENYING);
    expect(refusals(intent)).toEqual([expect.stringMatching(/^SO703: .*, or plan for nodes with `nativeSidecars: true` \(`capabilities`\)$/)]);
  });
});
