import { ContainerView, listWords } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { isJob } from '../pod-queries';
import { Rule } from '../rule';
import { runsForever } from '../runs-forever';

export const jobNeverEnds: Rule = {
  id: 'job-never-ends',
  severity: 'error',
  what: 'A Job with a container that never exits',
  why:
    'A pod of a Job is complete when all its regular containers have exited. A proxy or a log shipper beside the ' +
    'main container never exits, so the Job never completes: later steps do not run, and a CronJob that forbids ' +
    'concurrent runs never runs again.',
  fix: {
    without:
      'from Kubernetes 1.29 on move the container to `initContainers`, with `restartPolicy: Always`; before 1.29 ' +
      'let the main container terminate it',
    withLibrary:
      'give the container `role: ContainerRole.SIDECAR`: from 1.29 on it becomes a native sidecar, and before ' +
      '1.29 it ends with the main container',
  },
  source:
    'kubelet 1.20–1.37, kubelet_pods.go getPhase; observed on 1.36.2: phase Running forever with a regular ' +
    'helper, Succeeded 1.1 s after the end with a native sidecar',
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
    if (!isJob(pod) || pod.spec.shareProcessNamespace || pod.apps.some(isToldToEnd)) {
      return [];
    }
    const all = pod.apps;
    const [endless, rest] = [all.filter(runsForever), all.filter(c => !runsForever(c))];
    // A single server can be the purpose of the Job; an endless command cannot.
    return endless
      .filter(container => rest.length > 0 || container.command.endless)
      .map(container => ({
        path: container.path,
        message:
          `'${container.name}' never exits, so the ` +
          `${pod.workload.kind === 'CronJob' ? 'Jobs of the CronJob do' : `${pod.workload.kind} does`} not complete` +
          `${rest.length === 0 ? '' : `, although ${quoteWithVerb(rest, 'does', 'do')}`}`,
      }));
  },
};

/** Words of a command that tells another container to exit: a request to the proxy, a signal, the wait agent. */
const ENDS = [
  /quitquitquit|exit-after-auth|exitonterm|^--until=|\bp?kill(all)?\b/i,
  /\/shutdown\b|\/quit\b|\/exit\b|graceful_shutdown|linkerd-await/i,
];

function isToldToEnd(container: ContainerView): boolean {
  return [...listWords(container), ...(container.json.lifecycle?.preStop?.exec?.command ?? [])].some(word =>
    ENDS.some(end => end.test(word)),
  );
}
