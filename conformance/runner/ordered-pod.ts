import { Story } from './story';
import { OrderedContainerProps, OrderedPod, OrderedPodProps } from '../../src';

interface StoryPodProps extends Omit<OrderedPodProps, 'containers' | 'orderedContainers'> {
  readonly containers?: OrderedContainerProps[];
}

/** The app of a story with one pod, for the Kubernetes version of the run. */
export function orderedPod({ startupOrder, containers, ...props }: StoryPodProps): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    const options = { kubernetesVersion, ...startupOrder };
    new OrderedPod(chart, 'pod', { startupOrder: options, orderedContainers: containers, ...props });
  };
}
