import { Yaml } from 'cdk8s';
import { escapeForExpansion } from '../../src/agent/contract';
import { INSTALL_SCRIPT, SCRIPT } from '../../src/agent/script';

/** A block of code or output. */
export function fenced(language: string, text: string): string {
  return ['```' + language, text.trim(), '```'].join('\n');
}

/** A part of a manifest. The scripts of the wait agent are the same in every pod, and would hide what is not. */
export function yaml(value: unknown): string {
  return fenced('yaml', Yaml.stringify(withoutScripts(value)));
}

const SCRIPTS = new Map([[INSTALL_SCRIPT, 'that installs the wait agent'], [SCRIPT, 'of the wait agent']].flatMap(([script, what]) =>
  [script, escapeForExpansion(script)].map(text => [text, `… the script ${what}, ${script.trimEnd().split('\n').length} lines …`] as const)));

function withoutScripts(value: unknown): unknown {
  if (typeof value === 'string') { return SCRIPTS.get(value) ?? value; }
  if (Array.isArray(value)) { return value.map(withoutScripts); }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, v]) => [key, withoutScripts(v)])) : value;
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
