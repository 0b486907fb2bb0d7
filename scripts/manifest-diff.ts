/** Manifests for the docs, without unrelated fields. */
import { Chart, Testing, Yaml } from 'cdk8s';
import { createTwoFilesPatch } from 'diff';
import { fenced } from './markdown';
import { readableManifest } from './readable-manifest';

export function manifestOf(chart: Chart): string {
  return Yaml.stringify(...Testing.synth(chart));
}

/** Returns the difference between two texts in Markdown, with this number of context lines. */
export function diff(before: string, after: string, context: number): string {
  const lines = createTwoFilesPatch('without', 'ordered', readableManifest(before), readableManifest(after), '', '', {
    context,
  })
    .split('\n')
    .slice(3);
  return fenced('diff', lines.filter(line => !line.startsWith('\\')).join('\n'));
}
