import { Rule } from '../rule';

export const restartPolicyMakesNoSidecar: Rule = {
  id: 'restart-policy-makes-no-sidecar',
  severity: 'warning',
  what: '`restartPolicy: Always` on a regular container',
  why:
    'Only in `initContainers` does `restartPolicy: Always` make a native sidecar. In `containers` the field only ' +
    'repeats the restart policy of the pod: nothing waits for the container, and a Job does not complete without ' +
    'it. Before Kubernetes 1.35 the API server rejects the field there, or drops it.',
  fix: {
    without: 'move the container to `initContainers`',
    withLibrary: 'give the container `role: ContainerRole.SIDECAR`',
  },
  source:
    'KEP-753; kube-apiserver, validation.go: for `containers` the field is beta, and enabled by default, from ' +
    '1.35 on (KEP-5307)',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: proxy
      image: envoyproxy/envoy:v1.31.0
      restartPolicy: Always
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
  containers:
    - name: app
      image: shop/app:7
`,
  },

  find: pod =>
    pod.spec.restartPolicy !== 'Always'
      ? []
      : pod.apps
          // `restartPolicyRules` require the field (KEP-5307).
          .filter(c => c.json.restartPolicy === 'Always' && c.json.restartPolicyRules === undefined)
          .map(({ name, path }) => ({
            path: `${path}.restartPolicy`,
            message:
              `\`restartPolicy: Always\` does not make '${name}' a native sidecar, since it is in ` +
              `\`containers\`; nothing waits for it`,
          })),
};
