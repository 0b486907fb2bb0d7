/** The API of a kind; all other kinds are of `apps/v1`. */
const APIS: Readonly<Record<string, string>> = {
  Pod: 'v1', Service: 'v1', Job: 'batch/v1', CronJob: 'batch/v1', NetworkPolicy: 'networking.k8s.io/v1', JobSet: 'jobset.x-k8s.io/v1alpha2',
};

/** An object of Kubernetes: `manifest('Pod', 'web', { containers })`. */
export const manifest = <Spec extends object>(kind: string, name: string, spec: Spec, metadata: object = {}) =>
  ({ apiVersion: APIS[kind] ?? 'apps/v1', kind, metadata: { name, ...metadata }, spec });
