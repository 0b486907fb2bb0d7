import { Yaml } from 'cdk8s';
import { fenced } from '../markdown';
import { readableManifest } from '../readable-manifest';

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

/** Returns the message of the error that `run` throws. */
export function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return fenced('text', (error as Error).message);
  }
  throw new Error('an error was expected');
}
