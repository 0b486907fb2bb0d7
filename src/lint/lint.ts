import { Finding } from './finding';
import { Rule, Surroundings } from './rule';
import { RULES } from './rules';
import { surroundingsOf } from './surroundings';
import { PodReading, readPod } from '../reader/read-pod';
import { objectsIn, workloadsIn } from '../reader/workloads-in';

export type { Finding, FindingFix, FindingWorkload, Severity } from './finding';
export { RULES } from './rules';

export interface LintOptions {
  /** The version of the oldest node, such as `1.28`. Without one nothing is found that depends on it, and the newest known one counts. */
  readonly kubernetesVersion?: string;
}

export const LINT_DOC = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/lint.md';

/**
 * What is wrong with the start order of every workload in the documents: parsed manifests, Lists, anything else. What is no workload, or of a shape that
 * cannot be read, is left out; nothing throws. Sorted by document, workload and place; the same input gives the same findings.
 */
export function lint(documents: readonly unknown[], { kubernetesVersion }: LintOptions = {}): Finding[] {
  const surroundings = { ...surroundingsOf(documents.flatMap(objectsIn)), kubernetesVersion };
  return documents.flatMap((document, i) => workloadsIn(document).flatMap(workload => {
    const pod = readPod(workload, kubernetesVersion);
    return RULES.flatMap(rule => findingsOf(rule, pod, surroundings, i)).sort(byPlace(pod));
  }));
}

function findingsOf(rule: Rule, pod: PodReading, surroundings: Surroundings, document: number): Finding[] {
  const { apiVersion, kind, name, namespace } = pod.workload;
  return rule.find(pod, surroundings).map(({ path, message }) => ({
    rule: rule.id,
    severity: rule.severity,
    workload: { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) },
    path,
    message,
    why: rule.why,
    fix: rule.fix,
    docs: `${LINT_DOC}#${rule.id}`,
    document,
  }));
}

/** As the containers stand in the document, then by rule. */
function byPlace({ containers }: PodReading): (a: Finding, b: Finding) => number {
  const rank = (path: string) => containers.findIndex(c => path.startsWith(c.path));
  const compare = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0;
  return (a, b) => rank(a.path) - rank(b.path) || compare(a.path, b.path) || compare(a.rule, b.rule);
}
