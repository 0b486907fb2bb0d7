import { Finding } from './finding';
import { LintContext } from './lint-context';
import { RULES } from './rules';
import { compareValues } from '../../src/api/private/collections';
import { ImageFile } from '../../src/images/image-file';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { findWorkloads } from '../read/find-workloads';
import { PodReading, readPod } from '../read/read-pod';

export type { Finding, FindingFix, FindingWorkload, Severity } from './finding';
export { RULES } from './rules';

export interface LintOptions {
  /**
   * The version of the oldest node, such as `1.28`. @default - the version that the manifest records, otherwise
   * `DEFAULT_VERSION`
   */
  readonly kubernetesVersion?: string;
  /** The commands of containers without `command`. */
  readonly images?: ImageFile;
}

/** A finding in one of several documents. */
type PodFinding = Omit<Finding, 'document'>;

/** Returns the address of the page of a rule. */
export function getRulePage(rule: string): string {
  return `https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs/reference/lint/${rule}.md`;
}

/**
 * Returns the findings for all workloads in the documents: parsed manifests, Lists, or any other values. Ignores other
 * objects and values of an unexpected shape, and never throws. Sorts the findings by document, workload and path; the
 * same input gives the same findings.
 */
export function lint(documents: readonly unknown[], options: LintOptions = {}): Finding[] {
  const lintContext = new LintContext(options.images);
  for (const document of documents) {
    lintContext.addDocument(document);
  }
  return documents.flatMap((document, i) =>
    lintDocument(document, lintContext, options.kubernetesVersion).map(finding => ({ ...finding, document: i })),
  );
}

/**
 * Returns the findings for one document. The caller has collected the facts about all documents and does not keep the
 * documents.
 */
export function lintDocument(
  document: unknown,
  lintContext: LintContext,
  kubernetesVersion: string | undefined,
): PodFinding[] {
  return findWorkloads(document).flatMap(workload =>
    lintPod(readPod(workload, kubernetesVersion, lintContext.images), lintContext),
  );
}

/**
 * Returns the findings for the pod of one workload. An error that only a version without native sidecars makes true is
 * a note.
 */
export function lintPod(pod: PodReading, lintContext: LintContext): PodFinding[] {
  const findings = applyRules(pod, lintContext);
  if (pod.capabilities.nativeSidecars) {
    return findings;
  }
  const newer = readPod(pod.workload, DEFAULT_VERSION, lintContext.images);
  const onNewerNodes = new Set(applyRules(newer, lintContext).map(identifyFinding));
  return findings.map(finding =>
    finding.severity !== 'error' || onNewerNodes.has(identifyFinding(finding))
      ? finding
      : { ...finding, severity: 'note' },
  );
}

function identifyFinding({ rule, path }: PodFinding): string {
  return `${rule} ${path}`;
}

function applyRules(pod: PodReading, context: LintContext): PodFinding[] {
  const { apiVersion, kind, name, namespace } = pod.workload;
  const findings = RULES.flatMap(({ id, severity, why, fix, find }) =>
    Array.from(find(pod, context), ({ path, message }) => ({
      rule: id,
      severity,
      workload: { apiVersion, kind, name, namespace },
      path,
      message,
      why,
      fix,
      docs: getRulePage(id),
    })),
  );
  return findings.sort(compareByPosition(pod));
}

/** Sorts by the position in the document, then by rule. */
function compareByPosition({ containers }: PodReading): (a: PodFinding, b: PodFinding) => number {
  const rank = (path: string) => containers.findIndex(c => path.startsWith(c.path));
  return (a, b) => rank(a.path) - rank(b.path) || compareValues(a.path, b.path) || compareValues(a.rule, b.rule);
}
