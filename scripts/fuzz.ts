/**
 * Runs each fuzz target of test/fuzz for a time: -- [--seconds N] [--seed N] [TARGET…]. By default each target runs
 * for 20 s, with a random seed.
 *
 * Writes a failing input to the corpus of its target, where `npm test` repeats it, and exits with 1.
 */
import { createHash } from 'crypto';
import { writeFileSync } from 'fs';
import { join } from 'path';
import { parseArgs } from 'util';
import { CORPUS, fuzz } from '../test/fuzz/fuzz-target';
import { TARGETS } from '../test/fuzz/targets';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
  allowPositionals: true,
});
const unknown = positionals.filter(name => !Object.hasOwn(TARGETS, name));
if (unknown.length > 0 || !(Number(values.seconds) > 0)) {
  throw new Error(
    `unknown: ${unknown.join(', ')}. The targets are ${Object.keys(TARGETS).join(', ')}; --seconds is a number`,
  );
}

for (const target of positionals.length > 0 ? positionals : Object.keys(TARGETS)) {
  const end = Date.now() + Number(values.seconds) * 1000;
  const { inputs, failure } = fuzz(target, Number(values.seed), () => Date.now() >= end);
  console.log(`${target}: ${inputs} inputs with the seed ${values.seed}, ${failure ? 'FAILED' : 'no failure'}`);
  if (!failure) {
    continue;
  }
  const file = join(CORPUS, target, `found-${createHash('sha256').update(failure.input).digest('hex').slice(0, 8)}`);
  writeFileSync(file, failure.input);
  console.log(`${file}\n${JSON.stringify(failure.input)}\n${failure.reason}`);
  process.exitCode = 1;
}
