import { ManifestDocument, Position } from './documents';
import { Finding, lint } from '../lint/lint';

/** A finding, and where it stands. */
export interface LocatedFinding extends Finding {
  readonly source: string;
  readonly position: Position;
}

export interface JudgeOptions {
  readonly kubernetesVersion?: string;
  /** Rules that nobody wants to hear of. */
  readonly ignore?: readonly string[];
}

/** What is wrong with the documents, file by file from top to bottom. */
export function judge(documents: readonly ManifestDocument[], { kubernetesVersion, ignore = [] }: JudgeOptions): LocatedFinding[] {
  return rounds(documents).flatMap(round => lint(round.map(d => d.value), { kubernetesVersion })
    .filter(finding => !ignore.includes(finding.rule))
    .map(finding => ({ ...finding, source: round[finding.document].source, position: round[finding.document].positionOf(finding.path) })))
    .sort((a, b) => compare(a.source, b.source) || a.position.line - b.position.line || compare(a.rule, b.rule));
}

/** Objects of one name are variants of one object, such as overlays, and do not stand beside each other in a cluster: each round has a name once. */
function rounds(documents: readonly ManifestDocument[]): ManifestDocument[][] {
  const times = new Map<string, number>();
  const all: ManifestDocument[][] = [];
  for (const document of documents) {
    const name = nameOf(document);
    const round = times.get(name) ?? 0;
    times.set(name, round + 1);
    (all[round] ??= []).push(document);
  }
  return all;
}

function nameOf({ value: { apiVersion, kind, metadata } }: ManifestDocument): string {
  const { name = '', namespace = '' } = (metadata ?? {}) as { name?: string; namespace?: string };
  return `${apiVersion} ${kind} ${namespace} ${name}`;
}

const compare = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0;
