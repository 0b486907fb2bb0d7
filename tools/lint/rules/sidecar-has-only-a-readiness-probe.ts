import { groupBy } from '../../../src/api/private/collections';
import { ContainerView, findLaterContainers } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { listNativeSidecars, listUnheld } from '../pod-queries';
import { Rule } from '../rule';

export const sidecarHasOnlyAReadinessProbe: Rule = {
  id: 'sidecar-has-only-a-readiness-probe',
  severity: 'note',
  what: 'A native sidecar with a readiness probe only',
  why:
    'The kubelet starts the containers after a native sidecar when its startup probe has passed, and without one ' +
    'as soon as the sidecar runs. The readiness probe holds no container. If a later container needs the sidecar ' +
    'from its start on, as the proxy of its traffic, its first requests fail.',
  fix: {
    without:
      'add a `startupProbe` with the same check, `periodSeconds: 1` and a larger `failureThreshold`, if a later ' +
      'container needs the sidecar when it starts',
    withLibrary: 'write `dependsOn` on the container that needs it: the library adds the startup probe',
  },
  source:
    'kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: a sidecar counts when `Started` is ' +
    'true, which the startup probe decides',
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
      readinessProbe:
        httpGet: { path: /ready, port: 9901 }
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
        failureThreshold: 60
      readinessProbe:
        httpGet: { path: /ready, port: 9901 }
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    // The rule sidecar-readiness-probe-orders-nothing finds containers that certainly need the sidecar.
    const needed = new Set(listUnheld('readinessProbe', pod).map(({ container }) => container));
    const held = groupBy(
      pod.order.ordered.filter(({ by }) => by !== 'position'),
      ({ first }) => first,
    );
    for (const container of listNativeSidecars(pod).filter(c => !needed.has(c) && isUnchecked(c))) {
      const { name, path } = container;
      const waiting = new Set((held.get(name) ?? []).flatMap(pair => [pair.then, pair.path]));
      const free = findLaterContainers(container, pod).filter(
        c => !c.injected && !waiting.has(c.name) && !waiting.has(c.path),
      );
      if (free.length > 0) {
        yield {
          path: `${path}.readinessProbe`,
          message:
            `only a readiness probe checks the native sidecar '${name}', and ` +
            `${quoteWithVerb(free, 'starts', 'start')} before it has passed`,
        };
      }
    }
  },
};

/** Nothing but the readiness probe checks the container. */
function isUnchecked({ json: { readinessProbe, startupProbe, lifecycle }, gate }: ContainerView): boolean {
  return (
    readinessProbe !== undefined &&
    startupProbe === undefined &&
    lifecycle?.postStart === undefined &&
    gate === undefined
  );
}
