import { chooseVerb, quoteWithVerb } from '../../read/quote-list';
import { onlyWaits } from '../../read/read-command';
import { getHookPath } from '../pod-queries';
import { Rule } from '../rule';

export const hookOnLastContainer: Rule = {
  id: 'hook-on-last-container',
  severity: 'warning',
  what: 'A postStart hook that waits, on the last container',
  why:
    'A postStart hook holds the containers after its own container in the list. The kubelet has started the ' +
    'containers before it by then, and no container follows the last container. The hook only delays the status ' +
    'of the pod, and its deletion.',
  fix: {
    without: 'list the container before the containers that wait for it',
    withLibrary: 'write `dependsOn`: the library sorts the list',
  },
  source:
    'kubelet 1.20–1.37, kuberuntime_manager.go SyncPod: one loop in list order; also observed in a write-up of 2023',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: application
      image: shop/app:7
    - name: proxy
      image: shop/proxy:3
      lifecycle:
        postStart:
          exec: { command: [/usr/lib/linkerd/linkerd-await, --timeout=2m] }
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: proxy
      image: shop/proxy:3
      lifecycle:
        postStart:
          exec: { command: [/usr/lib/linkerd/linkerd-await, --timeout=2m] }
    - name: application
      image: shop/app:7
`,
  },

  *find({ apps }) {
    const last = apps.at(-1);
    const before = apps.slice(0, -1);
    if (last && before.length > 0 && onlyWaits(last.postStart)) {
      yield {
        path: getHookPath(last),
        message:
          `the postStart hook of '${last.name}' holds back no other container: ` +
          `${quoteWithVerb(before, 'comes', 'come')} before it in the list and ` +
          `${chooseVerb(before, 'has', 'have')} started by then`,
      };
    }
  },
};
