import { Yaml } from 'cdk8s';
import { readableManifest } from '../readable-manifest';

/** Returns a Markdown code block. */
export function fenced(language: string, text: string): string {
  return ['```' + language, text.trim(), '```'].join('\n');
}

/** Returns a part of a manifest as a code block. */
export function yaml(value: unknown): string {
  return fenced('yaml', readableManifest(Yaml.stringify(value)));
}

/** Returns a copy of the object with only these fields. */
export function only(object: any, ...keys: readonly string[]): any {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

/** Finds a container by name, in both lists. */
export function containerOf(podSpec: any, name: string): any {
  return [...(podSpec.initContainers ?? []), ...podSpec.containers].find((c: { name: string }) => c.name === name);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Returns the message of the error that `run` throws. */
export function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return fenced('text', (error as Error).message);
  }
  throw new Error('an error was expected');
}
