import { ApiObject, Chart } from 'cdk8s';
import { specified } from '../../runner/story';

/** Objects outside the pods of the stories external-*, as other projects write them. */

export const KUBECTL = 'registry.k8s.io/kubectl:v1.35.4';
/** A password with the special characters of shells and URLs. */
export const PASSWORD = "it's $ecret/@:%";

/** The condition of the Job `migrate`. */
export function migrate(chart: Chart): void {
  new ApiObject(chart, 'migrate', {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'migrate' },
    spec: { backoffLimit: 0, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'shop/migrate:7' }] } } },
  });
}

export function secret(chart: Chart, name: string, stringData: { readonly [key: string]: string }): void {
  new ApiObject(chart, `secret-${name}`, { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData });
}

export function settings(chart: Chart, phase: string): void {
  new ApiObject(chart, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { phase } });
}

/** A server that loads 40,000 changes, 0.2 ms each. Meanwhile it accepts connections and answers with LOADING. */
export const LOADING = `i=0
while [ $i -lt 40000 ]; do printf '*3\\r\\n$3\\r\\nSET\\r\\n$1\\r\\na\\r\\n$1\\r\\nb\\r\\n'; i=$((i + 1)); done >appendonly.aof
exec redis-server --appendonly yes --key-load-delay 200 --save '' --protected-mode no`;

export function pod(chart: Chart, name: string, spec: object, metadata: object = {}): void {
  new ApiObject(chart, `pod-${name}`, { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec: { terminationGracePeriodSeconds: 1, ...spec } });
}

const TOKENS = '/var/run/secrets/kubernetes.io/serviceaccount';

export const hasToken = (container: string) =>
  specified(container, 'has a token', ({ volumeMounts = [] }) => volumeMounts.some(m => m.mountPath === TOKENS));
export const hasNoToken = (container: string) =>
  specified(container, 'has no token', ({ volumeMounts = [] }) => volumeMounts.every(m => m.mountPath !== TOKENS));
