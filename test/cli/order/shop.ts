import { cli } from '../host';

export const DEPENDS_ON = 'cdk8s-startup-order.github.io/depends-on';
export const OPTIONS = ['--kubernetes-version', '1.33', '--architecture', 'amd64'];

/** A pod whose app needs what the annotation declares. */
export const shop = (dependsOn: string, name = 'shop') => `kind: Pod
apiVersion: v1
metadata:
  name: ${name}
  annotations:
    ${DEPENDS_ON}: '{"app": ${dependsOn}}'
spec:
  containers:
  - name: app   # main
    command: [ /app ]
  - name: proxy
    readinessProbe: {tcpSocket: {port: 80}}
`;
export const POD = shop('["proxy"]');
/** The same pod, whose app gets the agent before its command. */
export const GATED = shop('{"proxy": {"mechanism": "entrypoint_gate"}}');
/** A hook fails open. */
export const WEAK = shop('{"proxy": {"mechanism": "post_start"}}');
/** The same pod without an order. */
export const BARE = POD.replace(/ {2}annotations:\n.*\n/, '');

/** The order of the pod as an object, with further fields. */
export const startupOrder = (fields = '', dependsOn = 'proxy') => `apiVersion: cdk8s-startup-order.github.io/v1alpha1
kind: StartupOrder
spec:
  ${fields}
  workloads: [{kind: Pod, name: shop}]
  containers: {app: {dependsOn: [${dependsOn}]}}
`;

/** Runs `order` for a manifest in standard input. */
export const orderInput = (stdin: string, ...options: readonly string[]) => cli(['order', ...options], { stdin });
