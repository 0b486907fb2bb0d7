import { findLaterContainers } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { listNativeSidecars } from '../pod-queries';
import { Rule } from '../rule';

export const slowSidecarProbe: Rule = {
  id: 'slow-sidecar-probe',
  severity: 'note',
  what: 'A native sidecar whose startup probe runs only every ten seconds',
  why:
    'The containers after a native sidecar start when its startup probe has passed. The first successful probe ' +
    'can be a whole period late. The default of `periodSeconds` is 10: each start of the pod, also during a ' +
    'scale-out under load, can lose that time.',
  fix: {
    without: 'write `periodSeconds: 1`, and multiply `failureThreshold` to keep the allowed time',
    withLibrary:
      'declare `readyWhen` instead of the probe, and its limit as `timeout` of the dependency: the startup probe of ' +
      'the library runs once a second',
  },
  source:
    'measured on 1.36.2: 6.9 to 8.1 s from ready to the start of the app with the default period, 0.5 to ' +
    '1.1 s with 1 s',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
      restartPolicy: Always
      startupProbe:
        httpGet: { path: /ready, port: 9901 }
        failureThreshold: 30
  containers:
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
      restartPolicy: Always
      startupProbe:
        httpGet: { path: /ready, port: 9901 }
        periodSeconds: 1
        failureThreshold: 300
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    for (const container of listNativeSidecars(pod)) {
      const { startupProbe } = container.json;
      const period = startupProbe?.periodSeconds || 10;
      const held = findLaterContainers(container, pod);
      const isDefault = startupProbe?.periodSeconds === undefined;
      if (startupProbe && period >= 10 && held.length > 0) {
        yield {
          path: `${container.path}.startupProbe${isDefault ? '' : '.periodSeconds'}`,
          message:
            `the startup probe of '${container.name}' runs every ${period} s` +
            `${isDefault ? ', the default,' : ''} and ` +
            `${quoteWithVerb(held, 'waits', 'wait')} up to ${period} s longer than necessary`,
        };
      }
    }
  },
};
