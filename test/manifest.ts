const APIS = {
  Deployment: 'apps/v1', StatefulSet: 'apps/v1', DaemonSet: 'apps/v1', ReplicaSet: 'apps/v1', Pod: 'v1', Service: 'v1', Job: 'batch/v1', CronJob: 'batch/v1', NetworkPolicy: 'networking.k8s.io/v1', JobSet: 'jobset.x-k8s.io/v1alpha2',
};

/** An object of Kubernetes: `manifest('Pod', 'web', { containers })`. */
export const manifest = <Spec extends object>(kind: keyof typeof APIS, name: string, spec: Spec, metadata: object = {}) =>
  ({ apiVersion: APIS[kind], kind, metadata: { name, ...metadata }, spec });
