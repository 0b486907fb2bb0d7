import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { AgentDelivery, AgentOptions, Dependency, DependencyOptions, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';

/** The URL that the app calls at its start. The cache opens `8080/ready`. */
export const NEEDS_CACHE = { needs: 'http:http://127.0.0.1:8080/ready' };

/** A check that only the cache can make. */
export const COMMAND = ReadyCheck.command(['test-app', 'check', 'http:http://127.0.0.1:8080/ready']);

/** An app with a known command, which a gate delays. */
export function gated(
  options: DependencyOptions = {}, liveness?: Probe, readyWhen = ReadyCheck.httpGet('/ready', { port: 8080 }), agent?: AgentOptions, graceSeconds = 2,
): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, agent },
      terminationGracePeriod: Duration.seconds(graceSeconds),
      containers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], liveness, dependsOn: [Dependency.on('cache', options)] },
        { name: 'cache', image: 'shop/cache:2', readyWhen },
      ],
    });
  };
}

/** Mounts the image of the agent. */
export const IMAGE_VOLUME: AgentOptions = { delivery: AgentDelivery.IMAGE_VOLUME, image: 'registry.local/wait-agent:1' };
export const MOUNTS_IMAGES: Pick<Story, 'mountsImages' | 'needsOwnNode' | 'doesNotApply'> = {
  mountsImages: true,
  needsOwnNode: 'no registry has the image of the agent that the story mounts',
  doesNotApply: before(35, 'no image volumes'),
};
