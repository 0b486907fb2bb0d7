/** Commands that are never the main process of a container. */
const TRIVIAL = new Set([
  'echo',
  'printf',
  'date',
  'set',
  'export',
  'cd',
  'true',
  ':',
  'umask',
  'ulimit',
  'trap',
  'touch',
  'local',
  'readonly',
  'shift',
  'unset',
  'let',
  'logger',
  'shopt',
  'false',
  'expr',
  'mkdir',
  'hostname',
  'break',
  'continue',
  'exit',
  'return',
  'declare',
  'typeset',
  'pwd',
]);
/** Trivial commands that create a file or a folder. */
export const WRITERS = new Set(['touch', 'mkdir']);
const TESTS = new Set(['test', '[', '[[']);
/** Commands for files, which are never the main process of a container. */
export const HOUSEKEEPING = new Set([
  'rm',
  'cp',
  'mv',
  'ln',
  'ls',
  'cat',
  'chmod',
  'chown',
  'rmdir',
  'tee',
  'id',
  'env',
  'ps',
  'df',
  'uname',
  'mktemp',
]);

/** Commands that only print, or only pass time. */
export const READERS = new Set(['sleep', 'seq', 'cat', 'head', 'tail', 'tr', 'cut', 'grep', 'egrep']);

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
