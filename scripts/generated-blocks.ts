import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { basename, dirname } from 'path';

/** Replaces each block between `<!-- begin NAME -->` and `<!-- end NAME -->`. Throws an error if a mark is missing. */
export function withBlocks(text: string, blocks: Readonly<Record<string, string>>): string {
  return Object.entries(blocks).reduce((filled, [name, block]) => {
    const pattern = new RegExp(`(<!-- begin ${name} -->\n)[^]*?(<!-- end ${name} -->)`);
    if (!pattern.test(filled)) {
      throw new Error(`there is no block '${name}'`);
    }
    return filled.replace(pattern, (_all, begin, end) => `${begin}\n${block}\n\n${end}`);
  }, text);
}

/** Writes a generated file. With --check, fails if the file differs. */
export function writeOrCheck(file: string, generate: (before: string) => string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = generate(before);
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
  } else if (before !== after) {
    console.error(`${basename(file)} is stale: run \`npm run docs\``);
    process.exitCode = 1;
  }
}
