import { Chart, Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { manifestsOf, testApp } from './manifests';
import * as lib from '../../src';

/** Every property has a value other than its default, so the manifest shows a property that is not passed on. */
const pod = (chart: Chart): Required<kplus.PodProps> => ({
  metadata: { labels: { team: 'shop' } },
  containers: [{ name: 'app', image: 'app:1', portNumber: 8080 }],
  initContainers: [{ name: 'first', image: 'first:1' }],
  volumes: [kplus.Volume.fromEmptyDir(chart, 'cache', 'cache')],
  restartPolicy: kplus.RestartPolicy.ON_FAILURE,
  serviceAccount: kplus.ServiceAccount.fromServiceAccountName(chart, 'account', 'robot'),
  securityContext: { ensureNonRoot: true, user: 1000 },
  hostAliases: [{ ip: '10.0.0.1', hostnames: ['db'] }],
  dns: { hostname: 'web' },
  dockerRegistryAuth: kplus.Secret.fromSecretName(chart, 'registry', 'registry'),
  automountServiceAccountToken: true,
  isolate: true,
  hostNetwork: true,
  terminationGracePeriod: Duration.seconds(90),
});

const workload = (chart: Chart): Required<kplus.WorkloadProps> =>
  ({ ...pod(chart), podMetadata: { annotations: { seen: 'yes' } }, select: true, spread: true });

const job = (chart: Chart): Required<kplus.JobProps> =>
  ({ ...workload(chart), select: false, activeDeadline: Duration.minutes(9), backoffLimit: 4, ttlAfterFinished: Duration.hours(1) });

const PROPS = {
  Pod: pod,
  Deployment: (chart: Chart): Required<kplus.DeploymentProps> => ({
    ...workload(chart),
    replicas: 5,
    strategy: kplus.DeploymentStrategy.recreate(),
    minReady: Duration.seconds(7),
    progressDeadline: Duration.seconds(77),
  }),
  StatefulSet: (chart: Chart): Required<kplus.StatefulSetProps> => ({
    ...workload(chart),
    service: new kplus.Service(chart, 'headless', { ports: [{ port: 80 }], clusterIP: 'None' }),
    replicas: 5,
    podManagementPolicy: kplus.PodManagementPolicy.PARALLEL,
    strategy: kplus.StatefulSetUpdateStrategy.onDelete(),
    minReady: Duration.seconds(7),
  }),
  DaemonSet: (chart: Chart): Required<kplus.DaemonSetProps> => ({ ...workload(chart), minReadySeconds: 7 }),
  Job: job,
  // cdk8s-plus refuses `ttlAfterFinished` next to the two `…JobsRetained`.
  CronJob: (chart: Chart): Required<Omit<kplus.CronJobProps, 'ttlAfterFinished'>> & { ttlAfterFinished: undefined } => ({
    ...job(chart),
    ttlAfterFinished: undefined,
    schedule: Cron.daily(),
    timeZone: 'Europe/Zurich',
    concurrencyPolicy: kplus.ConcurrencyPolicy.REPLACE,
    startingDeadline: Duration.minutes(2),
    suspend: true,
    successfulJobsRetained: 8,
    failedJobsRetained: 9,
  }),
};

test.each(Object.keys(PROPS) as (keyof typeof PROPS)[])('an Ordered%s without an order is the same kind of cdk8s-plus, with every property', kind => {
  const [theirs, ours] = [kplus, lib].map(library => {
    const chart = new Chart(testApp(), 'shop');
    const { containers, ...others } = PROPS[kind](chart);
    if (library === lib) {
      new (lib as any)[`Ordered${kind}`](chart, 'web', { ...others, orderedContainers: containers, sidecars: [] });
    } else {
      new (kplus as any)[kind](chart, 'web', { ...others, containers });
    }
    return manifestsOf(chart);
  });
  expect(ours).toEqual(theirs);
});
