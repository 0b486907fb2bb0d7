import { doesNotApply, restartMoment } from '../../conformance/runner/applicability';
import { OwnNode } from '../../conformance/runner/cluster';
import { before, create, deletePod, kill, killSandbox, patch, readLog, restartKubelet, start, Story } from '../../conformance/runner/story';

const node = {} as OwnNode;
const OLD = 'containerd://1.6.20~ds1';
const RUNTIME = { runtime: OLD, userNamespaces: false, runtimeClasses: ['nvidia'] };
const moment = { at: start('app') };
const story = (fields: Partial<Story> = {}): Story => ({ about: '', app: () => {}, containers: {}, expect: [], ...fields });

test.each([
  ['a story on a version that it says nothing about', story({ doesNotApply: before(35, 'no such field') }), { node, minor: 33, kubelet: 33 }, 'Kubernetes 1.33: no such field'],
  ['an ordinary story under an older kubelet', story(), { node, minor: 35, kubelet: 33 }, 'it is not about an older kubelet'],
  ['a story about that kubelet', story({ kubelet: 33 }), { node, minor: 35, kubelet: 33 }, undefined],
  ['a story about an older kubelet where there is none', story({ kubelet: 33 }), { node, minor: 35, kubelet: 35 }, 'it is about a kubelet of 1.33 (--kubelet)'],
  ['a story with a fault, on another cluster', story({ faults: [killSandbox('app', moment)] }), { minor: 37, kubelet: 37 }, 'needs its own node: it disturbs its node'],
  ['a story that does what everybody does there', story({ faults: [deletePod('app', moment), readLog('app', moment), create('a Job', () => {}, moment), patch('configmaps/x', {}, moment)] }), { minor: 37, kubelet: 37 }, undefined],
  ['a story with an image volume where nobody mounts images', story({ mountsImages: true }), { node, minor: 37, kubelet: 37 }, `${OLD} mounts no images (--containerd newest)`],
  ['a story with an image volume where no API server knows it', story({ mountsImages: true, doesNotApply: before(35, 'no such field') }), { node, minor: 33, kubelet: 33 },
    'Kubernetes 1.33: no such field'],
  ['a story with a user namespace where the runtime has none', story({ ownUsers: true }), { node, minor: 37, kubelet: 37 }, 'the container runtime has no user namespaces (--containerd newest)'],
  ['a story with a user namespace where the runtime has them', story({ ownUsers: true }), { node, minor: 37, kubelet: 37, userNamespaces: true }, undefined],
  ['a story in a sandbox where no RuntimeClass has the name', story({ runtimeClass: 'gvisor' }), { node, minor: 37, kubelet: 37 }, 'there is no RuntimeClass gvisor (--gvisor)'],
  ['a story in a sandbox of another cluster', story({ runtimeClass: 'gvisor' }), { minor: 37, kubelet: 37, runtimeClasses: ['gvisor'] }, undefined],
  ['a static pod on another cluster', story({ staticPods: true }), { minor: 37, kubelet: 37 }, 'needs its own node: it writes to the folder of manifests'],
])('%s', (_what, told, cluster, reason) => { expect(doesNotApply(told, { ...RUNTIME, ...cluster })).toBe(reason); });

test.each<[string, boolean]>([
  ['containerd://2.1.9+unknown', true], ['containerd://v2.1.0', true], ['containerd://3.0.0', true], ['cri-o://1.34.0', true], ['containerd://2.0.5', false],
])('a story with an image volume runs with %s: %s', (runtime, runs) => {
  expect(doesNotApply(story({ mountsImages: true }), { ...RUNTIME, node, minor: 37, kubelet: 37, runtime }) === undefined).toBe(runs);
});

test('stories that restart the kubelet are recognized by their restart step', () => {
  expect(restartMoment(story({ faults: [kill('app', moment), restartKubelet({ ...moment, afterMs: 2000 })] }))).toBe(2000);
  expect(restartMoment(story({ faults: [kill('app', moment), killSandbox('app', moment)] }))).toBeUndefined();
});
