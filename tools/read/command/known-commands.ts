/** Commands that are never the main process of a container. */
const TRIVIAL = setOf(
  'echo printf date set export cd true : umask ulimit trap touch local readonly shift unset let logger shopt false ' +
    'expr mkdir hostname break continue exit return declare typeset pwd',
);
/** Trivial commands that create a file or a folder. */
export const WRITERS = setOf('touch mkdir');
const TESTS = setOf('test [ [[');
/** Commands for files, which are never the main process of a container. */
export const HOUSEKEEPING = setOf('rm cp mv ln ls cat chmod chown rmdir tee id env ps df uname mktemp');

/** Commands that only print, or only pass time. */
export const READERS = setOf('sleep seq cat head tail tr cut grep egrep');

export function isTest(name: string): boolean {
  return TESTS.has(name);
}

/** `(( i > 30 ))`, `expr`, `let`: a comparison of numbers. */
export function isComparison(name: string): boolean {
  return name.startsWith('((') || name === 'expr' || name === 'let';
}

export function isTrivial(name: string): boolean {
  return TRIVIAL.has(name) || isTest(name) || name.startsWith('((');
}

/** `names`: separated by spaces. */
function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Returns a table with the same value for each name. `names`: separated by spaces. */
export function byNames<T>(names: string, value: T): Record<string, T> {
  return Object.fromEntries(names.split(' ').map(name => [name, value]));
}
