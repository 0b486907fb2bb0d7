import { hash } from './hash';

const HASH_DIGITS = 8;

/** Returns a name of at most `longest` characters. A hash replaces the end of a longer name, so it stays unique. */
export function fitName(name: string, longest: number): string {
  if (name.length <= longest) {
    return name;
  }
  const begin = name.slice(0, longest - HASH_DIGITS - 1).replace(/[^a-z0-9]+$/, '');
  return `${begin}-${hash(name, HASH_DIGITS)}`;
}
