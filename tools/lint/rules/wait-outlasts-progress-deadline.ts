import { valueAt } from '../../../src/pod/json-path';
import { numberOf } from '../../read/coerce-json';
import { listCheckWaits } from '../../read/parse-agent-args';
import { ContainerView } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { getCommandPath } from '../pod-queries';
import { Rule } from '../rule';

/** The default of the API server. */
const DEFAULT_DEADLINE_SECONDS = 600;

export const waitOutlastsProgressDeadline: Rule = {
  id: 'wait-outlasts-progress-deadline',
  severity: 'note',
  what: 'Init containers that wait longer than the progress deadline of their Deployment',
  why:
    'A Deployment without a new ready pod for `progressDeadlineSeconds` (default 600) is reported as failed: ' +
    '`kubectl rollout status` exits with 1, and a delivery tool rolls back. The pods continue to wait, and the ' +
    'limit of their waits has no visible effect.',
  fix: {
    without: 'shorten the waits, or set `progressDeadlineSeconds` to more than their sum',
    withLibrary:
      'give the dependency a shorter `timeout`, or set `progressDeadline`: the plan warns when its waits are longer',
  },
  source:
    'Kubernetes 1.20–1.37, deployment_util.go DeploymentTimedOut; API reference, DeploymentSpec: "Defaults to 600s"',
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

  *find(pod) {
    if (pod.workload.apiVersion !== 'apps/v1' || pod.workload.kind !== 'Deployment') {
      return;
    }
    const specified = numberOf(valueAt(pod.workload.object, ['spec', 'progressDeadlineSeconds']));
    const deadline = specified ?? DEFAULT_DEADLINE_SECONDS;
    const waiting = pod.inits.filter(init => findLimit(init) > 0);
    const last = waiting.at(-1);
    const seconds = waiting.reduce((sum, init) => sum + findLimit(init), 0);
    if (last && seconds > deadline) {
      yield {
        path: getCommandPath(last),
        message:
          `${quoteWithVerb(waiting, 'waits', 'wait')} up to ${seconds} s, and after ${deadline} s` +
          `${specified === undefined ? ' (the default)' : ''} the Deployment is reported as failed`,
      };
    }
  },
};

/**
 * Returns the longest time of all waits of an init container. The limits of the wait agent all count from its start.
 */
function findLimit({ command, gate }: ContainerView): number {
  const own = command.waits
    .filter(({ conditional }) => !conditional)
    .reduce((sum, { limitSeconds = 0 }) => sum + limitSeconds, 0);
  return own + Math.max(0, ...listCheckWaits(gate).map(({ limitSeconds = 0 }) => limitSeconds));
}
