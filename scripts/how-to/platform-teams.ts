import { ORDER, recipe, startsOf } from './recipe';

const SPEC = `
workloads: [{ kind: Deployment, name: web }]
kubernetesVersion: '1.33'
containers:
  app: { dependsOn: [proxy] }
  proxy: { readyWhen: { httpGet: { path: /ready, port: 9901 } } }
`;

const INJECTED = `
workloads: [{ kind: Deployment, name: web }]
kubernetesVersion: '1.33'
architecture: amd64
containers:
  app: { dependsOn: [istio-proxy] }
externalDependencies:
  istio-proxy: { injected: { httpGet: { path: /healthz/ready, port: 15021 } } }
`;

const POLICY =
  'npx cdk8s-startup-order order manifests/ --file order.yaml --format policy --policy-name web-order > policy.yaml';

/** Returns the order, what a policy requires of a pod, and what the API server does with a pod without these parts. */
function requirementsOf(objects: readonly any[]): unknown {
  const specOf = (kind: string) => objects.find(object => object.kind === kind).spec;
  const { failurePolicy, validations } = specOf('ValidatingAdmissionPolicy');
  const starts = startsOf(objects);
  return { starts, failurePolicy, validations, actions: specOf('ValidatingAdmissionPolicyBinding').validationActions };
}

export function platformTeams(): Record<string, string> {
  return {
    policy: recipe(
      'protect-from-webhooks',
      { web: SPEC },
      { command: `${ORDER}\n${POLICY}`, compared: requirementsOf },
    ),
    injected: recipe('injected-proxy', { web: INJECTED }),
  };
}
