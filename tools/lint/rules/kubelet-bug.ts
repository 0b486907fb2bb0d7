import { findHostPorts } from '../../../src/pod/known-port';
import { describeAffected, findAffected } from '../../../src/pod/kubelet-bugs';
import { Rule } from '../rule';

export const kubeletBug: Rule = {
  id: 'kubelet-bug',
  severity: 'warning',
  what: 'A bug of the kubelet breaks the order',
  why:
    'Some patch releases of the kubelet have bugs that start containers too early, stop them too late, or never ' +
    'start them. The rule knows the bugs in docs/explanation/guarantees.md, and needs the patch version of the ' +
    'oldest node (`--kubernetes-version 1.28.1`). Without a patch version, it assumes the newest patch release.',
  fix: {
    without: 'update the kubelets to the release in the message, or follow the message',
    withLibrary: 'specify the patch version in `kubernetesVersion`: the plan then names the same bugs',
  },
  source:
    'kubernetes#120247, #125880, #126543, #129907, #132037, #132826, #136910; the release notes of Kubernetes ' +
    '1.28 to 1.37',
  example: {
    kubernetesVersion: '1.28.1',
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: migrate
      image: shop/migrate:7
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod => {
    const sidecars = pod.sidecars;
    const probed = sidecars.filter(c => c.json.startupProbe).map(c => c.name);
    const found = findAffected(pod.kubeletBugs, {
      initContainers: pod.inits.map(c => c.name),
      initContainersAndSidecars: pod.containers.filter(c => c.slot !== 'CONTAINER').map(c => c.name),
      nativeSidecars: sidecars.map(c => c.name),
      sidecarsOnHostPorts: sidecars.filter(c => findHostPorts(c.json, pod.spec) === 'bound').map(c => c.name),
      sidecarsWithStartupProbe: probed,
      sidecarsWithStartupProbeIfNever: pod.spec.restartPolicy === 'Never' ? probed : [],
      postStartSleeps: pod.containers
        .filter(({ json: { lifecycle } }) => lifecycle?.postStart?.sleep && !lifecycle.preStop?.sleep)
        .map(c => c.name),
    });
    return found.map(affected => ({
      path: pod.containers.find(c => c.name === affected.names[0])!.path,
      message: describeAffected(affected),
    }));
  },
};
