/** Manifests as the docs show them: without what would hide the point. */
import { Chart, Testing, Yaml } from 'cdk8s';
import { createTwoFilesPatch } from 'diff';
import { SCRIPT } from '../src/agent/script';

export function manifestOf(chart: Chart): string {
  return Yaml.stringify(...Testing.synth(chart));
}

export const fenced = (language: string, text: string) => ['```' + language, text.trimEnd(), '```'].join('\n');

/** The agent's script is the same in every manifest; here it would hide what differs. */
function withoutScript(yaml: string): string {
  const script = SCRIPT.trimEnd().split('$').join('$$').split('\n').map(line => line.trim());
  const lines = yaml.split('\n');
  const start = lines.findIndex((_, i) => script.every((expected, j) => lines[i + j]?.trim() === expected));
  if (start < 0) { return yaml; }
  const indent = lines[start].slice(0, lines[start].indexOf(script[0]));
  return [...lines.slice(0, start), `${indent}… the wait agent: ${script.length} lines of POSIX sh, the same in every pod …`, ...lines.slice(start + script.length)].join('\n');
}

/** From one text to the other, with so many lines around each change; in Markdown. */
export function diff(before: string, after: string, context: number): string {
  const lines = createTwoFilesPatch('without', 'ordered', withoutScript(before), withoutScript(after), '', '', { context }).split('\n').slice(3);
  return fenced('diff', lines.filter(line => !line.startsWith('\\')).join('\n'));
}
