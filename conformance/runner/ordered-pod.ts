import { Story } from './story';
import { OrderedPod, OrderedPodProps } from '../../src';

/** The app of a story with one pod, for the Kubernetes version of the run. */
export function orderedPod({ startupOrder, ...props }: OrderedPodProps): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', { startupOrder: { kubernetesVersion, ...startupOrder }, ...props });
  };
}
