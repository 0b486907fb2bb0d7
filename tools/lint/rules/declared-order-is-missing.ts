import { findUnappliedAnnotation } from '../../read/unenforced-order';
import { Rule } from '../rule';

export const declaredOrderIsMissing: Rule = {
  id: 'declared-order-is-missing',
  severity: 'warning',
  what: 'An annotation declares an order, and the pod is not in this order',
  why:
    'The kubelet does not know the annotation. The command `order` puts the pod in order, and marks the pod ' +
    'with another annotation. Kustomize skips a function without `--enable-exec`, and Helm runs a post-renderer ' +
    'only with `--post-renderer`.',
  fix: {
    without: 'remove the annotation',
    withLibrary: 'run `cdk8s-startup-order order` on the manifest before you apply it',
  },
  source: 'kustomize 5.8.2, Helm 3.22.0 and Helm 4.3.1: run in test/cli/programs',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata:
  name: shop
  annotations:
    cdk8s-startup-order.github.io/depends-on: '{"app": ["proxy"]}'
spec:
  containers:
    - name: app
      image: shop/app:7
    - name: proxy
      image: shop/proxy:2
      readinessProbe: { httpGet: { path: /ready, port: 9901 } }
`,
    right: `
apiVersion: v1
kind: Pod
metadata:
  name: shop
  annotations:
    cdk8s-startup-order.github.io/depends-on: '{"app": ["proxy"]}'
    cdk8s-startup-order.github.io/ordered: sha256-9f86d081884c
spec:
  containers:
    - name: proxy
      image: shop/proxy:2
      lifecycle:
        postStart:
          exec:
            command: [/startup-order/wait, --for=proxy, --continue-after=60s, --http=http://127.0.0.1:9901/ready]
    - name: app
      image: shop/app:7
`,
  },

  find: pod => findUnappliedAnnotation(pod).map(({ path, why }) => ({ path, message: why })),
};
