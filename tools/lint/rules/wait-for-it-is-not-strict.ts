import { describeTargets } from '../../read/wait';
import { listCommandWaits, listHookWaits } from '../pod-queries';
import { Rule } from '../rule';

export const waitForItIsNotStrict: Rule = {
  id: 'wait-for-it-is-not-strict',
  severity: 'warning',
  what: 'wait-for-it without `--strict` before a command',
  why:
    'After its timeout, 15 s by default, `wait-for-it` runs the command after `--`, although no server listens on ' +
    'the port. Only with `--strict` (`-s`) does it exit with an error instead, and the kubelet starts the ' +
    'container again.',
  fix: {
    without: 'add `--strict`, and a timeout that is long enough: `wait-for-it.sh db:5432 --strict -t 120 -- /app`',
    withLibrary: 'write `Dependency.onTcp(…)`: the command starts after the port is open',
  },
  source: 'vishnubob/wait-for-it, wait-for-it.sh: without `-s` it runs the command with any result of the test',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
      command: [/wait-for-it.sh, "db.data:5432", -t, "60", --, /app]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
      command: [/wait-for-it.sh, "db.data:5432", --strict, -t, "60", --, /app]
`,
  },

  find: pod =>
    [...listCommandWaits(pod), ...listHookWaits(pod)]
      .filter(({ wait }) => wait.runsAnyway)
      .map(({ wait, path, who }) => ({
        path,
        message:
          `${who} waits for ${describeTargets(wait.targets)} for at most ${wait.limitSeconds} s, and then goes ` +
          `on without it`,
      })),
};
