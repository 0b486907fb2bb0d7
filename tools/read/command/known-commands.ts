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
const WRITERS = new Set(['touch', 'mkdir']);
const TESTS = new Set(['test', '[', '[[']);
const HOUSEKEEPING = new Set([
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

/** A trivial command that creates a file or a folder. */
export function isWriter(name: string): boolean {
  return WRITERS.has(name);
}

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

/** Commands for files, which are never the main process of a container. */
export function isHousekeeping(name: string): boolean {
  return HOUSEKEEPING.has(name);
}
