import { Chart, Duration } from 'cdk8s';
import { Probe, RestartPolicy } from 'cdk8s-plus-27';
import { AgentOptions, Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';

/** The URL that the app calls at its start. The cache opens `8080/ready`. */
export const NEEDS_CACHE = { needs: 'http:http://127.0.0.1:8080/ready' };

/** An app that GUARDED_HOOK delays until its cache is ready. */
export const guarded: Pick<Story, 'app' | 'doesNotApply'> = {
  app: (chart, { kubernetesVersion }) => { guardedPod(chart, 'pod', kubernetesVersion); },
  doesNotApply: before(35, 'no variables from files'),
};

export interface GuardedPod {
  readonly restartPolicy?: RestartPolicy;
  /** The cache has a readiness probe, so that a startup probe writes the marks. */
  readonly ownReadinessProbe?: boolean;
  /** The user of the cache. The default is 65534, the user of the injected containers. */
  readonly user?: number;
  readonly agent?: AgentOptions;
}

export function guardedPod(chart: Chart, id: string, kubernetesVersion: string, about: GuardedPod = {}): OrderedPod {
  const { restartPolicy, ownReadinessProbe, user, agent } = about;
  return new OrderedPod(chart, id, {
    startupOrder: { kubernetesVersion, agent },
    restartPolicy,
    terminationGracePeriod: Duration.seconds(2),
    orderedContainers: [
      { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.on('cache', { mechanism: Mechanism.GUARDED_HOOK })] },
      {
        name: 'cache',
        image: 'shop/cache:2',
        securityContext: user === undefined ? undefined : { user },
        readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }),
        readiness: ownReadinessProbe ? Probe.fromHttpGet('/ready', { port: 8080 }) : undefined,
      },
    ],
  });
}
