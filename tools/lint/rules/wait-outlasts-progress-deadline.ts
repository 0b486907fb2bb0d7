import { valueAt } from '../../../src/pod/json-path';
import { numberOf } from '../../read/coerce-json';
import { quoteWithVerb } from '../../read/quote-list';
import { listAgentInitWaits, listInitWaits } from '../pod-queries';
import { Rule } from '../rule';

/** The default of the API server. */
const DEFAULT_DEADLINE_SECONDS = 600;

export const waitOutlastsProgressDeadline: Rule = {
  id: 'wait-outlasts-progress-deadline',
  severity: 'note',
  what: 'Init containers that wait longer than the progress deadline of their Deployment',
  why: 'A Deployment without a new ready pod for `progressDeadlineSeconds` (default 600) is reported as failed: `kubectl '
    + 'rollout status` exits with 1, and a delivery tool rolls back. The pods continue to wait, and the limit of their waits '
    + 'has no visible effect.',
  fix: {
    without: 'shorten the waits, or set `progressDeadlineSeconds` to more than their sum',
    withLibrary: 'give the dependency a shorter `timeout`, or set `progressDeadline`: the plan warns when its waits are longer',
  },
  source: 'Kubernetes 1.20–1.37, deployment_util.go DeploymentTimedOut; API reference, DeploymentSpec: "Defaults to 600s"',
  example: {
    wrong: `
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      initContainers:
        - name: wait-for-db
          image: busybox:1.37
          command: [timeout, "900", sh, -c, "until nc -z db.data 5432; do sleep 2; done"]
      containers:
        - name: app
          image: shop/app:7
`,
    right: `
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec:
  progressDeadlineSeconds: 1200
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      initContainers:
        - name: wait-for-db
          image: busybox:1.37
          command: [timeout, "900", sh, -c, "until nc -z db.data 5432; do sleep 2; done"]
      containers:
        - name: app
          image: shop/app:7
`,
  },

  find: pod => {
    if (pod.workload.apiVersion !== 'apps/v1' || pod.workload.kind !== 'Deployment') { return []; }
    const specified = numberOf(valueAt(pod.workload.object, ['spec', 'progressDeadlineSeconds']));
    const deadline = specified ?? DEFAULT_DEADLINE_SECONDS;
    const waits = [
      ...listInitWaits(pod).filter(({ wait }) => !wait.conditional)
        .map(({ container, path, wait: { limitSeconds } }) => ({ container, path, limitSeconds })),
      ...listAgentInitWaits(pod).map(({ container, limitSeconds }) => ({ container, path: `${container.path}.command`, limitSeconds })),
    ].filter(({ limitSeconds }) => limitSeconds !== undefined);
    const seconds = waits.reduce((sum, { limitSeconds }) => sum + limitSeconds!, 0);
    const names = [...new Set(waits.map(({ container }) => container.name))];
    return seconds <= deadline ? [] : [{
      path: waits[waits.length - 1].path,
      message: `${quoteWithVerb(names, 'waits', 'wait')} up to ${seconds} s, and after ${deadline} s${specified === undefined ? ' (the default)' : ''} the Deployment is reported as failed`,
    }];
  },
};
