import { Duration } from 'cdk8s';
import { Volume } from 'cdk8s-plus-27';
import { ContainerDependencyOptions, ContainerRole, Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { before, Story } from '../../runner/story';

/** The file that the app reads at its start. The agent creates `/config/app.yaml`. */
export const NEEDS_CONFIG = { needs: 'file:/config/app.yaml' };

/** An app that depends on a native sidecar. The sidecar is ready once it has created a file, which no startup probe can check. */
export function configured(options: ContainerDependencyOptions = {}): Pick<Story, 'app' | 'doesNotApply'> {
  return {
    app: (chart, { kubernetesVersion }) => {
      const volumeMounts = [{ path: '/config', volume: Volume.fromEmptyDir(chart, 'config', 'config') }];
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        terminationGracePeriod: Duration.seconds(2),
        orderedContainers: [
          { name: 'app', image: 'shop/app:7', volumeMounts, dependsOn: [Dependency.on('config', { mechanism: Mechanism.SIDECAR_WAIT_INIT, ...options })] },
          { name: 'config', image: 'shop/config-agent:2', volumeMounts, role: ContainerRole.SIDECAR, readyWhen: ReadyCheck.file('/config/app.yaml') },
        ],
      });
    },
    doesNotApply: before(29, 'no native sidecars'),
  };
}
