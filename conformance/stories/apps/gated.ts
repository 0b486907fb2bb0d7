import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { AgentOptions, Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';

/** The URL that the app calls at its start. The cache opens `8080/ready`. */
export const NEEDS_CACHE = { needs: 'http:http://127.0.0.1:8080/ready' };

export interface GatedPod {
  readonly liveness?: Probe;
  readonly agent?: AgentOptions;
  readonly graceSeconds?: number;
}

/** An app with a known command, which a gate delays. */
export function gated({ liveness, agent, graceSeconds = 2 }: GatedPod = {}): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion, agent },
      terminationGracePeriod: Duration.seconds(graceSeconds),
      orderedContainers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], liveness, dependsOn: [Dependency.on('cache', { mechanism: Mechanism.ENTRYPOINT_GATE })] },
        { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    });
  };
}

/** Mounts the image of the agent. */
export const IMAGE_VOLUME: AgentOptions = { delivery: 'IMAGE_VOLUME', image: 'registry.local/wait-agent:1' };
export const MOUNTS_IMAGES: Pick<Story, 'mountsImages' | 'needsOwnNode' | 'doesNotApply'> = {
  mountsImages: true,
  needsOwnNode: 'no registry has the image of the agent that the story mounts',
  doesNotApply: before(35, 'no image volumes'),
};
