import { isLoopback } from '../../../src/pod/checks/hosts';
import { describeTargets } from '../../read/wait';
import { findCapturingMesh, isPortExcluded } from '../mesh-detection';
import { listInitWaits } from '../pod-queries';
import { Rule } from '../rule';

export const initWaitInMesh: Rule = {
  id: 'init-wait-in-mesh',
  severity: 'warning',
  what: 'An init container that waits over the network, in a pod whose mesh proxy is a regular container',
  why:
    'The proxy starts after all init containers have exited. The traffic of the init containers leaves in plain ' +
    'text, past the mesh, and a server that requires the TLS of the mesh rejects it. Where a CNI plugin of the ' +
    'mesh captures the traffic, it is lost, and the wait never ends.',
  fix: {
    without:
      'have the proxy injected as a native sidecar, or take the traffic out of the mesh: run as the user whose ' +
      'traffic is not captured, or add the annotation that excludes the port',
    withLibrary:
      'name the mesh with `startupOrder.mesh`: the library then waits in a gate after the proxy has started, or ' +
      'sends traffic that the mesh does not capture',
  },
  source:
    'docs/contributing/mesh-facts.md, with versions and sources; Istio 1.24, "Compatibility with application init ' +
    'containers"',
  example: {
    wrong: `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web, sidecar.istio.io/inject: "true" }
    spec:
      initContainers:
        - name: wait-for-config
          image: curlimages/curl:8.11.1
          command: [timeout, "300", sh, -c, "until curl -fsS http://config.shop:8080/info; do sleep 2; done"]
      containers:
        - name: web
          image: shop/web:7
`,
    right: `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web, sidecar.istio.io/inject: "true" }
      annotations: { sidecar.istio.io/nativeSidecar: "true" }
    spec:
      initContainers:
        - name: wait-for-config
          image: curlimages/curl:8.11.1
          command: [timeout, "300", sh, -c, "until curl -fsS http://config.shop:8080/info; do sleep 2; done"]
      containers:
        - name: web
          image: shop/web:7
`,
  },

  *find(pod, lintContext) {
    const mesh = findCapturingMesh(pod, lintContext);
    if (!mesh || mesh.initTraffic === 'free') {
      return;
    }
    const { proxy, uncapturedUser } = mesh.always;
    for (const { container, wait, path, who } of listInitWaits(pod)) {
      const user = container.json.securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
      if (user !== undefined && user === uncapturedUser) {
        continue;
      }
      const over = wait.targets.filter(
        t =>
          (t.kind === 'network' && !isLoopback(t.host) && !isPortExcluded(t.port, mesh, pod.annotations)) ||
          t.kind === 'kubernetes',
      );
      if (over.length > 0) {
        yield {
          path,
          message:
            `${who} waits for ${describeTargets(over)} before '${proxy}', the proxy of ${mesh.title}, ` +
            `runs: its traffic bypasses the mesh, or is lost`,
        };
      }
    }
  },
};
