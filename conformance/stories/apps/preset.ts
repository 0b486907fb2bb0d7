import { Chart } from 'cdk8s';
import { ConfigMap, ImagePullPolicy, Volume } from 'cdk8s-plus-27';
import { OrderedContainerProps, OrderedPod } from 'cdk8s-startup-order';
import { Target } from '../../runner/story';

type Mount = NonNullable<OrderedContainerProps['volumeMounts']>[number];

interface Mounts {
  readonly sidecar?: Mount[];
  readonly app?: Mount[];
}

/** A pod whose app starts after a sidecar product. Its image runs as it is, with the mounts that `mounts` adds. */
export function appAfter(sidecar: OrderedContainerProps, mounts: (chart: Chart) => Mounts = () => ({})) {
  return (chart: Chart, { kubernetesVersion }: Target): void => {
    const { sidecar: ofSidecar, app } = mounts(chart);
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      // The node has the image, but no registry.
      sidecars: [{ ...sidecar, volumeMounts: ofSidecar, imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT }],
      orderedContainers: [{ name: 'app', image: 'shop/app:7', volumeMounts: app }],
    });
  };
}

export function emptyDir(chart: Chart, name: string, path: string): Mount {
  return { path, volume: Volume.fromEmptyDir(chart, name, name) };
}

export function file(chart: Chart, name: string, path: string, key: string, content: string): Mount {
  const configMap = new ConfigMap(chart, `file-${name}`, { data: { [key]: content } });
  return { path, volume: Volume.fromConfigMap(chart, name, configMap, { name }) };
}
