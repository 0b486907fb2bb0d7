/**
 * Runs all checks that need only Node. With arguments: runs jest with these arguments.
 *
 * The other checks run beside jest, in two sequences. They have a low priority, because some tests of the agent measure
 * time. Prints the output of a check when it fails, and the time of each check.
 */
import { spawn } from 'child_process';
import { constants, cpus, setPriority } from 'os';
import { join } from 'path';

const ROOT = join(__dirname, '..');

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

/** One program of all folders. */
const TYPES: Check = { name: 'types', command: ['tsc', '-p', 'tsconfig.all.json'] };
const runTask = (task: string): Check => ({ name: task, command: ['projen', task] });

const SEQUENCES: readonly (readonly Check[])[] = [
  [TYPES, runTask('eslint')],
  // The snippets of the docs compile against the built library.
  ['compile', 'bundle', 'docs:check', 'package:check'].map(runTask),
];

/** Runs a check, and returns whether it passes. */
async function run({ name, command: [program, ...args] }: Check, isShown: boolean): Promise<boolean> {
  const begin = Date.now();
  let output = '';
  const code = await new Promise<number>(done => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    });
    if (!isShown) {
      setPriority(child.pid!, constants.priority.PRIORITY_LOW);
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', chunk => {
        output += chunk;
      });
    }
    child.on('close', status => {
      done(status ?? 1);
    });
  });
  if (code !== 0) {
    console.error(output);
  }
  console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  return code === 0;
}

async function runInSequence(checks: readonly Check[]): Promise<boolean> {
  const passed: boolean[] = [];
  for (const check of checks) {
    passed.push(await run(check, false));
  }
  return !passed.includes(false);
}

async function main(args: readonly string[]): Promise<boolean> {
  if (args.length > 0) {
    return run({ name: 'jest', command: ['jest', ...args] }, true);
  }
  const jest = { name: 'jest', command: ['jest', '--ci', `--maxWorkers=${cpus().length}`] };
  const passed = await Promise.all([run(jest, true), ...SEQUENCES.map(runInSequence)]);
  return !passed.includes(false);
}

void main(process.argv.slice(2).filter(argument => argument !== '--')).then(passed => {
  process.exitCode = passed ? 0 : 1;
});
