import { ApiObject, Chart, Duration, JsonPatch } from 'cdk8s';
import { RestartPolicy } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, Mechanism, OrderedJob, ReadyCheck } from 'cdk8s-startup-order';
import { Behaviour, exit, Expectation, follows, happens, jobCondition, podPhase, ready, startsAfter, Story, term } from '../../runner/story';

/**
 * A Job whose main containers need a proxy that never exits by itself. On nodes without native sidecars the proxy is a regular container. The wait agent
 * then terminates it, and so the manifest contains all commands.
 */
export interface Helped {
  readonly restartPolicy: RestartPolicy;
  readonly backoffLimit?: number;
  readonly activeDeadline?: Duration;
  readonly mains?: readonly string[];
  /** The timeout of the main containers, which wait for the proxy in their gates. */
  readonly timeout?: Duration;
  /** The proxy is a regular container on every node. */
  readonly withoutNativeSidecars?: true;
  /** Fails the Job at once if 'main' exits with this code. */
  readonly failJobOn?: number;
}

export function jobWithProxy({ restartPolicy, backoffLimit = 0, activeDeadline, mains = ['main'], timeout, withoutNativeSidecars, failJobOn }: Helped): Story['app'] {
  return (chart: Chart, { kubernetesVersion }) => {
    const job = new OrderedJob(chart, 'job', {
      startupOrder: { kubernetesVersion, capabilities: withoutNativeSidecars && { nativeSidecars: false } },
      restartPolicy,
      backoffLimit,
      activeDeadline,
      terminationGracePeriod: Duration.seconds(5),
      orderedContainers: [
        ...mains.map(name => ({
          name,
          image: `shop/${name}:7`,
          command: ['/app'],
          dependsOn: [Dependency.on('proxy', { timeout, mechanism: timeout && Mechanism.ENTRYPOINT_GATE })],
        })),
        { name: 'proxy', image: 'shop/db-proxy:3', command: ['/proxy'], role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.tcpSocket(5432) },
      ],
    });
    if (failJobOn === undefined) { return; }
    ApiObject.of(job).addJsonPatch(JsonPatch.add('/spec/podFailurePolicy', {
      rules: [{ action: 'FailJob', onExitCodes: { containerName: 'main', operator: 'In', values: [failJobOn] } }],
    }));
  };
}

export function helped(main: Behaviour, proxy: Behaviour = {}): Readonly<Record<string, Behaviour>> {
  return { main: { needs: 'tcp:127.0.0.1:5432', ...main }, proxy: { tcp: '5432@1s', stopIn: '200ms', ...proxy } };
}

/** The number of Jobs of each kind: enough for their times. */
export const TIMES_IN_FULL = 5;

/** Asserts that the proxy gets SIGTERM after the last run of 'main', and that the Job gets the condition of this run. */
export function endsAs(condition: 'Complete' | 'Failed', phase: 'Succeeded' | 'Failed', runs = 1): readonly Expectation[] {
  return [
    startsAfter('main', ready('proxy'), { withinMs: 6000 }),
    follows(term('proxy'), exit('main', runs), { withinMs: 4000 }),
    happens(podPhase(phase)),
    happens(jobCondition(condition)),
  ];
}
