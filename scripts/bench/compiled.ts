import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { bundleLibrary } from '../bundle-library';

const ROOT = join(__dirname, '..', '..');
/** Inside node_modules, so that Node finds the packages. */
const CACHE = join(ROOT, 'node_modules', '.cache');

export interface Compiled {
  /** The folder of the programs of the benchmark. */
  readonly programs: string;
  remove(): void;
}

/**
 * Compiles the library and the benchmark to JavaScript, as in the package. The measured processes load this: with
 * ts-node the measurements would contain the compiler.
 */
export async function compiled(): Promise<Compiled> {
  mkdirSync(CACHE, { recursive: true });
  const out = mkdtempSync(join(CACHE, 'startup-order-bench-'));
  const inside = (folder: string) =>
    (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
      .filter(file => file.endsWith('.ts'))
      .map(file => join(folder, file));
  for (const file of [...inside('src'), ...inside(join('scripts', 'bench')), join('test', 'dsl.ts')]) {
    const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = transpileModule(readFileSync(join(ROOT, file), 'utf8'), { compilerOptions: options });
    const path = join(out, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, outputText);
  }
  await bundleLibrary(join(out, 'src'));
  cpSync(join(ROOT, 'agent', 'bin'), join(out, 'agent', 'bin'), { recursive: true });
  return { programs: join(out, 'scripts', 'bench'), remove: () => rmSync(out, { recursive: true }) };
}
