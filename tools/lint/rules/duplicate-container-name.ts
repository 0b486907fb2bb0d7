import { Rule } from '../rule';

export const duplicateContainerName: Rule = {
  id: 'duplicate-container-name',
  severity: 'error',
  what: 'Two containers with the same name',
  why:
    'The name of a container is unique in its pod, across `initContainers` and `containers`. The API server ' +
    'rejects the pod.',
  fix: {
    without: 'rename one of the two containers, or remove the copy',
    withLibrary: 'let the library add the container; it rejects a second container with the same name',
  },
  source:
    'kube-apiserver 1.27–1.37, pkg/apis/core/validation/validation.go validateContainers and ' +
    'validateInitContainers: `Duplicate value`',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy
      image: shop/proxy-config:3
  containers:
    - name: proxy
      image: shop/proxy:3
    - name: app
      image: shop/app:7
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  initContainers:
    - name: proxy-config
      image: shop/proxy-config:3
  containers:
    - name: proxy
      image: shop/proxy:3
    - name: app
      image: shop/app:7
`,
  },

  *find({ containers }) {
    for (const container of containers) {
      const { name } = container.json;
      const first = containers.find(c => c.json.name === name)!;
      if (first !== container) {
        yield {
          path: `${container.path}.name`,
          message: `the name '${name}' is not unique: ${first.path} has the same name`,
        };
      }
    }
  },
};
