import { findLaterContainers } from '../../read/pod-view';
import { quoteWithVerb } from '../../read/quote-list';
import { getHookPath } from '../pod-queries';
import { Rule } from '../rule';

export const pilotAgentWaitInHook: Rule = {
  id: 'pilot-agent-wait-in-hook',
  severity: 'note',
  what: '`pilot-agent wait` in a postStart hook',
  why:
    '`pilot-agent wait` exits with an error after 60 s by default. The kubelet then kills the proxy and starts ' +
    'the next containers, although the proxy is not ready. A native sidecar with a startup probe holds them. ' +
    'Istio adds this hook for `holdApplicationUntilProxyStarts`.',
  fix: {
    without:
      'have the proxy injected as a native sidecar: from Istio 1.24 on with the annotation ' +
      '`sidecar.istio.io/nativeSidecar: "true"`',
    withLibrary: 'name the mesh with `startupOrder.mesh`: the library adds the annotation, and names the guarantee',
  },
  source:
    'Istio 1.8 to 1.27, pilot-agent wait.go: `timeoutSeconds` is 60; kubelet 1.20–1.37, kuberuntime_manager.go ' +
    'SyncPod: a failed hook ends the start of its container only',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: istio-proxy
      image: istio/proxyv2:1.24.0
      lifecycle:
        postStart:
          exec: { command: [pilot-agent, wait] }
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata:
  name: shop
  annotations: { sidecar.istio.io/nativeSidecar: "true" }
  labels: { sidecar.istio.io/inject: "true" }
spec:
  containers:
    - name: app
      image: shop/app:7
`,
  },

  *find(pod) {
    for (const container of pod.containers) {
      const words = container.json.lifecycle?.postStart?.exec?.command ?? [];
      const later = findLaterContainers(container, pod);
      if (later.length > 0 && /(?:^|[\s/])pilot-agent\s+wait\b/.test(words.join(' '))) {
        yield {
          path: getHookPath(container),
          message:
            `the postStart hook of '${container.name}' gives up at some time, and then ` +
            `${quoteWithVerb(later, 'starts', 'start')} without a ready proxy`,
        };
      }
    }
  },
};
