/**
 * Builds the library for Python, Java and Go, and compares programs in these languages with TypeScript: the same
 * manifests, byte for byte, the same output, and the full text of errors. For C# it only generates the code.
 *
 *   npm run bindings -- [python] [java] [go] [--only FOLDER]
 *
 * If CI is set, the script installs missing tools from Debian; otherwise a missing tool is an error.
 */
import { existsSync } from 'fs';
import { availableParallelism } from 'os';
import { join } from 'path';
import { parseArgs } from 'util';
import { createTwoFilesPatch } from 'diff';
import { FIRST_PROGRAM, runFirstProgram } from './first-program';
import { GO } from './go';
import { JAVA } from './java';
import { BUILT, Language, pacmak, run, succeeds } from './language';
import { expected, Outcome, programsWith, runProgram } from './programs';
import { PYTHON } from './python';
import { abridged } from '../../test/abridged';
import { golden } from '../../test/golden';

const LANGUAGES: readonly Language[] = [PYTHON, GO, JAVA];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', default: '' } },
  });
  const unknown = positionals.find(name => !LANGUAGES.some(language => isCalled(language, name)));
  if (unknown) {
    throw new Error(`'${unknown}' is none of ${LANGUAGES.map(language => language.name).join(', ')}`);
  }
  const languages = LANGUAGES.filter(
    language => positionals.length === 0 || positionals.some(name => isCalled(language, name)),
  );
  const programs = programsWith(LANGUAGES.map(language => language.file)).filter(({ name }) =>
    name.includes(values.only),
  );
  provide(languages);
  const references = await inParallel(programs, expected);
  for (const language of languages) {
    const start = Date.now();
    const command = language.build(programs);
    const built = Date.now();
    const found = await inParallel(programs, async (program, i) => {
      const outcome = existsSync(join(program.directory, language.file))
        ? await runProgram(program, command(program))
        : undefined;
      return { program, different: outcome ? difference(outcome, references[i]) : `there is no ${language.file}` };
    });
    const bad = found.filter(({ different }) => different);
    bad.forEach(({ program, different }) => console.error(`${language.name}, ${program.name}: ${different}`));
    if (bad.length > 0) {
      process.exitCode = 1;
    }
    const [building, running] = [built - start, Date.now() - built].map(ms => `${Math.round(ms / 1000)} s`);
    console.log(
      `${language.name}: ${found.length - bad.length} of ${found.length} programs do what they do in TypeScript ` +
        `(${building} to build, ${running} to run)`,
    );
    const first = programs.findIndex(({ name }) => name === FIRST_PROGRAM);
    if (first >= 0) {
      const begin = Date.now();
      const outcome = { ...references[first], manifests: runFirstProgram(language) };
      const different = difference(outcome, references[first]);
      if (different) {
        console.error(`${language.name}, the first program of the page: ${different}`);
        process.exitCode = 1;
      }
      console.log(
        `${language.name}: the first program ran as on the page (${Math.round((Date.now() - begin) / 1000)} s)`,
      );
    }
  }
  if (positionals.length === 0) {
    pacmak('dotnet', BUILT, ['.'], { code: true });
    console.log('C#: code generated, neither compiled nor run');
  }
}

function isCalled(language: Language, name: string): boolean {
  return language.name.toLowerCase() === name.toLowerCase();
}

/** Installs missing tools in CI; otherwise fails. */
function provide(languages: readonly Language[]): void {
  const absent = () => languages.flatMap(language => language.needs).filter(({ command }) => !succeeds(command));
  const packages = absent().flatMap(({ debian }) => debian ?? []);
  if (process.env.CI && packages.length > 0) {
    run(['apt-get', 'update', '-q']);
    run(['apt-get', 'install', '-qy', '--no-install-recommends', ...packages], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const missing = absent();
  if (missing.length > 0) {
    const programs = missing.map(({ what, debian }) => (debian ? `${what} (on Debian: ${debian})` : what));
    throw new Error(`not installed: ${programs.join(', ')}`);
  }
}

/**
 * Returns the difference to TypeScript. An error may contain more, such as a stack trace, but it must contain our full
 * text.
 */
function difference(outcome: Outcome, reference: Outcome): string | undefined {
  if (reference.failure === undefined && outcome.failure !== undefined) {
    return `it failed\n${outcome.failure}`;
  }
  if (reference.failure !== undefined && !outcome.failure?.includes(reference.failure)) {
    return (
      `it has to fail with\n${reference.failure}\nand ` +
      `${outcome.failure === undefined ? 'does not fail' : `printed\n${outcome.failure}`}`
    );
  }
  // The comparison of other programs includes the binary of the agent.
  const found = reference.isGolden ? { ...outcome, manifests: golden(outcome.manifests) } : outcome;
  const differing = (['manifests', 'printed'] as const).filter(part => found[part] !== reference[part]);
  if (differing.length === 0) {
    return undefined;
  }
  const patch = differing
    .map(part =>
      createTwoFilesPatch('TypeScript', 'this', abridged(reference[part]), abridged(found[part]), part, part),
    )
    .join('')
    .split('\n');
  return [
    'it differs from TypeScript',
    ...patch.slice(0, 60),
    ...(patch.length > 60 ? [`… ${patch.length - 60} more lines`] : []),
  ].join('\n');
}

/** Runs as many items at the same time as there are processors. Returns the results in the order of the items. */
async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const [i, item] of queue) {
        results[i] = await work(item, i);
      }
    }),
  );
  return results;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
