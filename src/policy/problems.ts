import { entry, raise } from '../api/private/problem';

export const PROBLEMS = {
  SO906: entry(
    'policy without a namespace',
    { workload: 'Deployment web' },
    a =>
      `the policy selects pods by their namespace, and ${a.workload} specifies none; set the \`namespace\` of ` +
      `the chart or of the \`metadata\` of the workload, or --namespace of the command line`,
  ),
  SO907: entry(
    'policy for pods without labels',
    { workload: 'CronJob report' },
    a =>
      `the policy recognizes the pods of ${a.workload} by their labels, and the pod template has none; add a ` +
      `label to the pod template`,
  ),
  SO908: entry(
    'policy for pods with the same labels',
    { one: 'Deployment web', other: 'Job migrate' },
    a =>
      `the policy cannot tell the pods of ${a.one} from the pods of ${a.other}, because their labels are the ` +
      `same; add a different label to each pod template and, if the workload has one, to its selector`,
  ),
  SO909: entry(
    'policy without an ordered workload',
    { scope: "the chart 'shop'" },
    a => `no workload in ${a.scope} has a start order; declare a dependency, or remove the policy`,
  ),
  SO910: entry(
    'policy for a pod that is already ordered',
    { workload: 'Deployment web' },
    a =>
      `the pod of ${a.workload} is already ordered, and the policy needs its declarations; pass the manifests ` +
      `as they were before \`order\``,
  ),
};

export const problem = raise(PROBLEMS);
