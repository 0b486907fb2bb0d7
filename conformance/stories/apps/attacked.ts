import { ApiObject } from 'cdk8s';
import { Dependency, Mechanism, ReadyCheck, StartCondition, StartupOrder } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';

/** An init container and the witness mount the state volume as root. */
export const AS_ROOT = {
  image: 'busybox:1.37.0',
  securityContext: { runAsUser: 0 },
  volumeMounts: [{ name: 'startup-order-state', mountPath: '/state' }],
};

/** A file that all containers of the pod can write: they share /dev/shm. */
export const PRECIOUS = '/dev/shm/precious';

/** The time from the start of the witness until it reads the file. */
const LOOKS_AFTER_SECONDS = 6;

/** An init container replaces the marker file of the gate of 'app'; 'app' also runs as root. */
export function attacked(attack: string, witness = 'true'): Story['app'] {
  return (chart, { kubernetesVersion }) => {
    const pod = new ApiObject(chart, 'pod', {
      apiVersion: 'v1',
      kind: 'Pod',
      spec: {
        terminationGracePeriodSeconds: 2,
        initContainers: [{ name: 'attacker', command: ['sh', '-c', attack], ...AS_ROOT }],
        containers: [
          { name: 'witness', command: ['sh', '-c', `sleep ${LOOKS_AFTER_SECONDS}; ${witness}; sleep 600`], ...AS_ROOT },
          { name: 'late', image: 'shop/late:7', command: ['/late'] },
          { name: 'app', image: 'shop/app:7', command: ['/app'], securityContext: { runAsUser: 0 } },
          { name: 'cache', image: 'shop/cache:2' },
        ],
      },
    });
    const order = StartupOrder.of(pod, { kubernetesVersion, mechanism: Mechanism.ENTRYPOINT_GATE });
    order.declare('cache', { readyWhen: ReadyCheck.tcpSocket(6379) });
    order.declare('app', { dependsOn: [Dependency.on('cache')] });
    order.declare('late', { dependsOn: [Dependency.on('app', { condition: StartCondition.STARTED })] });
  };
}

export const CONTAINERS: Story['containers'] = { app: { needs: 'tcp:127.0.0.1:6379' }, late: {}, cache: { tcp: '6379@2s' } };
