import { Yaml } from 'cdk8s';
import { readableManifest } from '../readable-manifest';

/** A block of code or output. */
export function fenced(language: string, text: string): string {
  return ['```' + language, text.trim(), '```'].join('\n');
}

/** A part of a manifest. */
export function yaml(value: unknown): string {
  return fenced('yaml', readableManifest(Yaml.stringify(value)));
}

/** The fields of these names, in the order in which the object has them. */
export function only(object: any, ...keys: readonly string[]): any {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

/** The container of that name, in either list. */
export function containerOf(podSpec: any, name: string): any {
  return [...podSpec.initContainers ?? [], ...podSpec.containers].find((c: { name: string }) => c.name === name);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The text of the error that this throws. */
export function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return fenced('text', (error as Error).message);
  }
  throw new Error('there should have been an error');
}
