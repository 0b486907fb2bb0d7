import { describeTargets } from '../../read/wait';
import { listCommandWaits, listHookWaits } from '../pod-queries';
import { Rule } from '../rule';

export const httpWaitPassesOnAnyStatus: Rule = {
  id: 'http-wait-passes-on-any-status',
  severity: 'warning',
  what: 'An HTTP wait that passes with any status',
  why:
    'curl exits with 0 after any response: a 404, or the 503 of a proxy whose server is down, ends the wait. Only ' +
    '`--fail` makes curl check the status.',
  fix: {
    without: 'write `curl --fail`, as in `curl -fsS -m 5 URL`',
    withLibrary: 'write `Dependency.onUrl(…)`, or `ReadyCheck.httpGet(…)`: both check the status',
  },
  source: 'curl 8, manual page: exit code 22 only with -f, --fail',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-config
      image: curlimages/curl:8.11.1
      command: [timeout, "300", sh, -c, "until curl -m5 -s config.shop:6166/info; do sleep 5; done"]
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: wait-for-config
      image: curlimages/curl:8.11.1
      command: [timeout, "300", sh, -c, "until curl -m5 -fsS config.shop:6166/info; do sleep 5; done"]
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod =>
    [...listCommandWaits(pod), ...listHookWaits(pod)]
      .filter(({ wait }) => wait.anyStatus)
      .map(({ wait, path, who }) => ({
        path,
        message:
          `${who} waits for ${describeTargets(wait.targets)} with curl, and any response ends the wait, ` +
          `even 404 or 503`,
      })),
};
