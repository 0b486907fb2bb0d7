/** Manifests as the docs show them: without what would hide the point. */
import { Chart, Testing, Yaml } from 'cdk8s';
import { createTwoFilesPatch } from 'diff';
import { readableManifest } from './readable-manifest';

export function manifestOf(chart: Chart): string {
  return Yaml.stringify(...Testing.synth(chart));
}

export const fenced = (language: string, text: string) => ['```' + language, text.trimEnd(), '```'].join('\n');

/** From one text to the other, with so many lines around each change; in Markdown. */
export function diff(before: string, after: string, context: number): string {
  const lines = createTwoFilesPatch('without', 'ordered', readableManifest(before), readableManifest(after), '', '', { context }).split('\n').slice(3);
  return fenced('diff', lines.filter(line => !line.startsWith('\\')).join('\n'));
}
