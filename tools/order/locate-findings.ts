import { ManifestDocument, ManifestValue, parsePath } from './parse-documents';
import { Position } from './yaml-places';
import { compareValues } from '../../src/api/private/collections';
import { ImageFile } from '../../src/images/image-file';
import { readRecordedVersion } from '../../src/pod/record-version';
import { Finding, lintDocument, LintOptions } from '../lint/lint';
import { LintContext } from '../lint/lint-context';
import { findWorkloads } from '../read/find-workloads';

/** A finding and its position. */
export interface LocatedFinding extends Omit<Finding, 'document'> {
  readonly source: string;
  readonly position: Position;
}

interface LocateOptions extends LintOptions {
  /** The ids of disabled rules. */
  readonly ignore?: readonly string[];
}

export interface LocatedFindings {
  /** Sorted by file, then by position. */
  readonly findings: readonly LocatedFinding[];
  /** The number of checked objects. */
  readonly objects: number;
  /** Nobody states the version of a workload. */
  readonly isVersionAssumed: boolean;
}

/** A document that contains a pod, without its value. */
type DocumentWorkload = Omit<ManifestDocument, 'value'> & { readonly surroundings: LintContext };

/**
 * Returns the findings of the documents. A first pass collects the facts about other objects; a second pass applies the
 * rules. Only one document is in memory at a time, because a parsed document takes ten times the size of its text.
 */
export function locateFindings(
  documents: Iterable<ManifestDocument>,
  { kubernetesVersion, ignore = [], images }: LocateOptions,
): LocatedFindings {
  const { workloads, objects, isVersionUnknown } = collect(documents, images);
  const findings: LocatedFinding[] = [];
  for (const { source, reread, positionOf, surroundings } of workloads) {
    for (const finding of lintDocument(reread(), surroundings, kubernetesVersion)) {
      if (!ignore.includes(finding.rule)) {
        findings.push({ ...finding, source, position: positionOf(parsePath(finding.path)) });
      }
    }
  }
  findings.sort(
    (a, b) => compareValues(a.source, b.source) || a.position.line - b.position.line || compareValues(a.rule, b.rule),
  );
  return { findings, objects, isVersionAssumed: kubernetesVersion === undefined && isVersionUnknown };
}

/**
 * Objects with the same name are variants of one object, such as overlays, which never exist in the same cluster. Each
 * variant gets its own context.
 */
function collect(documents: Iterable<ManifestDocument>, images: ImageFile | undefined) {
  const times = new Map<string, number>();
  const all: LintContext[] = [];
  const workloads: DocumentWorkload[] = [];
  let objects = 0;
  let isVersionUnknown = false;
  for (const { source, value, reread, positionOf } of documents) {
    objects++;
    const name = formatName(value);
    const round = times.get(name) ?? 0;
    times.set(name, round + 1);
    const surroundings = (all[round] ??= new LintContext(images));
    surroundings.addDocument(value, reread);
    const found = findWorkloads(value);
    if (found.length > 0) {
      workloads.push({ source, reread, positionOf, surroundings });
    }
    isVersionUnknown ||= found.some(({ object }) => readRecordedVersion(object) === undefined);
  }
  return { workloads, objects, isVersionUnknown };
}

function formatName({ apiVersion, kind, metadata }: ManifestValue): string {
  const { name = '', namespace = '' } = (metadata ?? {}) as { name?: string; namespace?: string };
  return `${apiVersion} ${kind} ${namespace} ${name}`;
}
