import { ApiObject } from 'cdk8s';
import { Story } from '../../runner/story';

/** The command of a probe: waits without a limit for the port, and then writes the marker. It contains no `$(`, which the kubelet would expand. */
const LONG_POLL = "until test-app check tcp:127.0.0.1:6379; do sleep 0.1; done; echo \"READY='true'\" >/state/cache";

/** Without the library: an app that the kubelet cannot create before the marker file has its line, and a cache whose startup probe writes the line. */
export const guardedByHand: Story['app'] = chart => {
  const state = { name: 'state', mountPath: '/state' };
  new ApiObject(chart, 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: {
      terminationGracePeriodSeconds: 1,
      volumes: [{ name: 'state', emptyDir: { medium: 'Memory' } }],
      initContainers: [{ name: 'make-marker', image: 'busybox:1.37.0', command: ['sh', '-c', ': >/state/cache; chmod 666 /state/cache'], volumeMounts: [state] }],
      containers: [
        {
          name: 'cache',
          image: 'redis:7',
          volumeMounts: [state],
          startupProbe: { exec: { command: ['sh', '-c', LONG_POLL] }, periodSeconds: 1, timeoutSeconds: 3600, failureThreshold: 3600 },
        },
        {
          name: 'app',
          image: 'shop/app:7',
          env: [{ name: 'CACHE_READY', valueFrom: { fileKeyRef: { volumeName: 'state', path: 'cache', key: 'READY' } } }],
        },
      ],
    },
  });
};
