import { getImageName } from '../../read/known-servers';
import { Rule } from '../rule';

export const waitImageIsUnmaintained: Rule = {
  id: 'wait-image-is-unmaintained',
  severity: 'note',
  what: 'A wait with the image k8s-wait-for',
  why:
    'The image groundnuty/k8s-wait-for had no release in the two years before May 2024, and v2.0, its newest, ' +
    'contains tools with known vulnerabilities. Its script waits without a limit, and its service account needs ' +
    'access to the API server.',
  fix: {
    without: 'run `kubectl wait --for=condition=complete job/NAME --timeout=300s` from an image that is maintained',
    withLibrary:
      'write `Dependency.onJob(…)` or `Dependency.onService(…)`: the wait has a limit, and needs access only ' +
      'where no port can tell',
  },
  source: 'openfga/helm-charts#132, groundnuty/k8s-wait-for#65 and #71; wait_for.sh has no limit',
  example: {
    wrong: `
apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  activeDeadlineSeconds: 600
  template:
    spec:
      restartPolicy: Never
      initContainers:
        - name: wait-for-migration
          image: ghcr.io/groundnuty/k8s-wait-for:v2.0
          args: [job, migrate]
      containers:
        - name: report
          image: shop/report:7
`,
    right: `
apiVersion: batch/v1
kind: Job
metadata: { name: report }
spec:
  activeDeadlineSeconds: 600
  template:
    spec:
      restartPolicy: Never
      initContainers:
        - name: wait-for-migration
          image: registry.example.com/kubectl:1.36
          command: [kubectl, wait, --for=condition=complete, job/migrate, --timeout=300s]
      containers:
        - name: report
          image: shop/report:7
`,
  },

  find: pod =>
    pod.containers
      .filter(c => getImageName(c.json.image) === 'k8s-wait-for')
      .map(({ name, path, json }) => ({
        path: `${path}.image`,
        message: `'${name}' waits with the image ${json.image}, which is not maintained`,
      })),
};
