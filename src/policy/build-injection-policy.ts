import { PolicySpecs } from './build-policy';
import { Cel, all, containsWords, quote } from './cel';
import { InjectedWait, isInjected, listInjectedWaits } from './injected-waits';
import { distinguish, PolicyWorkload, selectPods } from './match-pods';
import { WAIT_AGENT } from '../agent/contract';

export const INJECTION_POLICY_KIND = 'MutatingAdmissionPolicy';
export const INJECTION_BINDING_KIND = 'MutatingAdmissionPolicyBinding';

/**
 * Builds, for workloads that wait for injected containers, the policy that adds the waits to the gates of pods with injected containers, and its binding.
 * Policies run before webhooks, and again after a webhook has changed the pod (`IfNeeded`). The second run happens only
 * if the policy has matched the first time, so the condition about the injected container is in the expression, and not in `matchConditions` (kube-apiserver 1.37.1).
 */
export function buildInjectionPolicy(name: string, workloads: readonly PolicyWorkload[]): PolicySpecs {
  return {
    policy: {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'IfNeeded',
      ...selectPods(workloads),
      mutations: workloads.map(workload => ({
        patchType: 'JSONPatch',
        jsonPatch: { expression: listInjectedWaits(workload.plan).map(wait => patchGate(wait, distinguish(workload, workloads))).join(' +\n') },
      })),
    },
    binding: { policyName: name },
  };
}

/**
 * Inserts the words before `--`, one after the other: CEL has no slices of lists. A pod whose gate already waits stays as it is, so a second run changes nothing.
 */
function patchGate({ dependent, dependency, words }: InjectedWait, isOf: Cel | undefined): Cel {
  const index = `object.spec.containers.map(c, c.name).indexOf(${quote(dependent)})`;
  const end = `object.spec.containers.filter(c, c.name == ${quote(dependent)})[0].command.indexOf("--")`;
  // Another program before the agent may have its own `--`, and the words after that program do not belong to the agent.
  const agent = [`${quote(WAIT_AGENT)} in c.command`, `c.command.indexOf("--") > c.command.indexOf(${quote(WAIT_AGENT)})`];
  const condition = all([
    ...isOf === undefined ? [] : [isOf],
    isInjected(dependency),
    `object.spec.containers.exists(c, ${all([`c.name == ${quote(dependent)}`, 'has(c.command)', `!(${containsWords('c.command', words)})`, ...agent])})`,
  ]);
  const patches = words.map((word, i) =>
    `JSONPatch{op: "add", path: "/spec/containers/" + string(${index}) + "/command/" + string(${end}${i === 0 ? '' : ` + ${i}`}), value: ${quote(word)}}`);
  return `(${condition} ? [\n${patches.map(patch => `  ${patch},\n`).join('')}] : [])`;
}
