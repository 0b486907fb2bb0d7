import { MeshFacts } from '../../../src/pod/meshes/mesh-facts';
import { objectOf } from '../../read/coerce-json';
import { findLaterContainers, getAnnotationsPath } from '../../read/pod-view';
import { quoteList } from '../../read/quote-list';
import { onlyWaits } from '../../read/read-command';
import { PodReading } from '../../read/read-pod';
import { readYaml } from '../../read/read-yaml';
import { findCapturingMesh } from '../mesh-detection';
import { getHookPath } from '../pod-queries';
import { Rule, RuleFinding } from '../rule';

export const holdNeedsSerialStarts: Rule = {
  id: 'hold-needs-serial-starts',
  severity: 'note',
  what: 'A postStart hook that holds later app containers',
  why:
    'The hook holds the later containers because the kubelet starts app containers one after the other. ' +
    'Kubernetes plans to start them at the same time (kubernetes/enhancements#6416): then such a hook holds no ' +
    'other container. The kubelet holds app containers for the startup probe of a native sidecar in any case.',
  fix: {
    without: 'move the container to `initContainers`, with `restartPolicy: Always` and a startup probe',
    withLibrary: 'write `dependsOn`: by default, the dependency becomes a native sidecar',
  },
  source:
    'kubelet 1.27–1.37, kuberuntime_manager.go SyncPod: one loop over the app containers; ' +
    'kubernetes/enhancements#6416, open in November 2026',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: proxy
      image: shop/proxy:3
      lifecycle:
        postStart:
          exec: { command: [sh, -c, 'timeout 60 sh -c "until wget -q localhost:9901/ready; do sleep 1; done"'] }
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
      image: shop/proxy:3
      restartPolicy: Always
      startupProbe:
        httpGet: { port: 9901, path: /ready }
        periodSeconds: 1
        failureThreshold: 60
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: (pod, context) => {
    const mesh = findCapturingMesh(pod, context);
    const byMesh = mesh && asksToHold(mesh, pod) ? [createMeshFinding(mesh, pod)] : [];
    return [...byMesh, ...findHolds(pod)];
  },
};

function findHolds(pod: PodReading): RuleFinding[] {
  return pod.apps.flatMap(container => {
    const later = findLaterContainers(container, pod).filter(c => c.slot === 'CONTAINER');
    return later.length > 0 && onlyWaits(container.postStart)
      ? [
          {
            path: getHookPath(container),
            message:
              `the postStart hook of '${container.name}' holds ${quoteList(later)} only while the ` +
              'kubelet starts app containers one after the other',
          },
        ]
      : [];
  });
}

/** Whether the annotations of the pod ask for the hook of a proxy that is an app container. */
function asksToHold({ regular }: MeshFacts, { annotations }: PodReading): boolean {
  return (
    regular.hook !== undefined &&
    (regular.annotations ?? []).every(({ key, value, field }) => {
      const text = annotations[key] ?? '';
      const given = field === undefined ? text : objectOf(readYaml(text).value)?.[field];
      return String(given) === value;
    })
  );
}

function createMeshFinding({ title, always: { proxy } }: MeshFacts, pod: PodReading): RuleFinding {
  const held = pod.apps.filter(({ name }) => name !== proxy);
  return {
    path: getAnnotationsPath(pod),
    message:
      `${title} holds ${quoteList(held)} with the postStart hook of '${proxy}', and only while the kubelet starts ` +
      'app containers one after the other',
  };
}
