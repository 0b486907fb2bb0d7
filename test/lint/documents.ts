import { parseAllDocuments } from 'yaml';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { Finding, lint, LintOptions } from '../../tools/lint/lint';

/** A Pod with this spec, as YAML. */
export const pod = (spec: string) => `{ apiVersion: v1, kind: Pod, metadata: { name: x }, spec: ${spec} }`;
/** A Job whose pods have this spec, as YAML. */
export const job = (spec: string) => `{ apiVersion: batch/v1, kind: Job, metadata: { name: x }, spec: { template: { spec: ${spec} } } }`;

/** Parses all documents of a YAML text. */
export const documentsOf = (text: string): unknown[] => parseAllDocuments(text).map(document => {
  if ('errors' in document && document.errors.length > 0) { throw document.errors[0]; }
  return document.toJS() as unknown;
});

/** Lints a YAML text, by default for the newest version, where every rule about native sidecars applies. */
export function findings(text: string, { kubernetesVersion = `1.${NEWEST_MINOR}` }: LintOptions = {}): Finding[] {
  return lint(documentsOf(text), { kubernetesVersion });
}

/** Returns the rule and the path of each finding. */
export function found(text: string, options: LintOptions = {}): string[] {
  return findings(text, options).map(({ rule, path }) => `${rule} ${path}`);
}
