import { ContainerView } from '../../reader/pod-view';
import { apps, isJob } from '../pod-queries';
import { Rule } from '../rule';
import { runsForever } from '../runs-forever';
import { quoted, verb } from '../words';

export const jobNeverEnds: Rule = {
  id: 'job-never-ends',
  severity: 'error',
  what: 'A Job with a helper that never ends',
  why: 'A pod of a Job has ended when all its regular containers have. A proxy or a log shipper beside the main container goes on for '
    + 'ever, and the Job with it: nothing behind it runs, and a CronJob that forbids two at a time never runs again.',
  fix: {
    without: 'from Kubernetes 1.29 on move it to `initContainers`, with `restartPolicy: Always`; before, let the main container end it when it '
      + 'is done',
    withLibrary: 'give the helper `role: ContainerRole.SIDECAR`: from 1.29 on it becomes a native sidecar, before that it is ended with the main '
      + 'container',
  },
  source: 'kubelet 1.20–1.37, kubelet_pods.go getPhase; seen on 1.36.2: phase Running for ever with a regular helper, Succeeded 1.1 s after '
    + 'the end with a native sidecar',
  example: {
    wrong: `
apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: proxy
          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
          args: [--port=5432, shop:europe-west1:db]
        - name: report
          image: shop/report:7
`,
    right: `
apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  template:
    spec:
      restartPolicy: Never
      initContainers:
        - name: proxy
          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
          args: [--port=5432, shop:europe-west1:db]
          restartPolicy: Always
      containers:
        - name: report
          image: shop/report:7
`,
  },

  find: pod => {
    if (!isJob(pod) || pod.spec.shareProcessNamespace || apps(pod).some(isToldToEnd)) { return []; }
    const all = apps(pod);
    const [endless, rest] = [all.filter(runsForever), all.filter(c => !runsForever(c)).map(c => c.name)];
    // Alone, a server may be what the Job is about; a command that never ends is not.
    return endless.filter(container => rest.length > 0 || container.command.endless).map(container => ({
      path: container.path,
      message: `'${container.name}' never ends, so the ${pod.workload.kind === 'CronJob' ? 'Jobs of the CronJob do' : `${pod.workload.kind} does`} not either`
        + `${rest.length === 0 ? '' : `, although ${quoted(rest)} ${verb(rest, 'does', 'do')}`}`,
    }));
  },
};

/** Somewhere it is said that somebody is ended: a request to the proxy, a signal, or our own agent. */
function isToldToEnd({ json }: ContainerView): boolean {
  return [...json.command ?? [], ...json.args ?? [], ...json.lifecycle?.preStop?.exec?.command ?? []]
    .some(word => /quitquitquit|exit-after-auth|exitonterm|^--until=|\bp?kill(all)?\b|\/shutdown\b|\/quit\b|\/exit\b|graceful_shutdown|linkerd-await/i.test(word));
}
