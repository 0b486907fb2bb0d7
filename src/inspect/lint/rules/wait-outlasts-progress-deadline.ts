import { numberOf, valueAt } from '../../reader/coerce-json';
import { agentInitWaits, initWaits } from '../pod-queries';
import { Rule } from '../rule';
import { quoted, verb } from '../words';

/** Of a Deployment that does not say it. */
const DEFAULT_DEADLINE_SECONDS = 600;

export const waitOutlastsProgressDeadline: Rule = {
  id: 'wait-outlasts-progress-deadline',
  severity: 'note',
  what: 'Init containers that wait longer than the Deployment waits for them',
  why: 'When no new pod is ready for `progressDeadlineSeconds` (600 unless said) the Deployment is reported as failed: `kubectl rollout status` ends with 1, a delivery tool rolls back. '
    + 'The pods wait on all the same; what their limit was for is seen by nobody.',
  fix: {
    without: 'shorten the waits, or set `progressDeadlineSeconds` to more than all of them together',
    withLibrary: 'give the dependency a shorter `timeout`, or set `progressDeadline`: where a plan waits longer, it says so',
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
    const said = numberOf(valueAt(pod.workload.object, ['spec', 'progressDeadlineSeconds']));
    const deadline = said ?? DEFAULT_DEADLINE_SECONDS;
    const waits = [
      ...initWaits(pod).filter(({ wait }) => !wait.conditional)
        .map(({ container, path, wait: { limitSeconds } }) => ({ container, path, limitSeconds })),
      ...agentInitWaits(pod).map(({ container, limitSeconds }) => ({ container, path: `${container.path}.command`, limitSeconds })),
    ].filter(({ limitSeconds }) => limitSeconds !== undefined);
    const seconds = waits.reduce((sum, { limitSeconds }) => sum + limitSeconds!, 0);
    const names = [...new Set(waits.map(({ container }) => container.name))];
    return seconds <= deadline ? [] : [{
      path: waits[waits.length - 1].path,
      message: `${quoted(names)} ${verb(names, 'waits', 'wait')} up to ${seconds} s, and after ${deadline} s${said === undefined ? ' (the default)' : ''} the Deployment is reported as failed`,
    }];
  },
};
