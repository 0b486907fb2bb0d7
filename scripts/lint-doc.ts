/** Fills the rules of docs/reference/lint.md from tools/lint/rules. */
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { withBlocks } from './generated-blocks';
import { NEWEST_MINOR } from '../src/api/private/kubernetes-versions';
import { Finding, lint, RULES } from '../tools/lint/lint';

export const LINT_DOC = join(__dirname, '..', 'docs', 'reference', 'lint.md');

type Rule = (typeof RULES)[number];

export function lintDoc(before: string): string {
  return withBlocks(before, { rules: [table(), ...RULES.map(section)].join('\n\n') });
}

function table(): string {
  return [
    '| rule | severity | finds |',
    '|---|---|---|',
    ...RULES.map(({ id, severity, what }) => `| [${id}](#${id}) | \`${severity}\` | ${what} |`),
  ].join('\n');
}

function section(rule: Rule): string {
  const { id, severity, what, why, fix, source, example } = rule;
  return [
    `### ${id}`,
    '',
    `**${what}** (\`${severity}\`)`,
    '',
    why,
    '',
    `- In plain YAML: ${fix.without}.`,
    `- With this library: ${fix.withLibrary}.`,
    `- Source: ${source}.`,
    '',
    `Found${example.kubernetesVersion === undefined ? '' : ` for Kubernetes ${example.kubernetesVersion}`}:`,
    '',
    ...block(example.wrong),
    '',
    `> ${saidOf(rule)
      .map(({ path, message }) => `\`${path}\`: ${message}`)
      .join('\n> ')}`,
    '',
    'Instead:',
    '',
    ...block(example.right),
  ].join('\n');
}

function block(text: string): string[] {
  return ['```yaml', text.trim(), '```'];
}

function saidOf({ id, example }: Rule): Finding[] {
  const documents = parseAllDocuments(example.wrong).map(document => document.toJS() as unknown);
  return lint(documents, { kubernetesVersion: example.kubernetesVersion ?? `1.${NEWEST_MINOR}` }).filter(
    ({ rule }) => rule === id,
  );
}
