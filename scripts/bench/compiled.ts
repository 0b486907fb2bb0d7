import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const ROOT = join(__dirname, '..', '..');
/** Inside of node_modules, so that packages are found from there. */
const CACHE = join(ROOT, 'node_modules', '.cache');

export interface Compiled {
  /** The folder of the bench's programs. */
  readonly programs: string;
  remove(): void;
}

/** The library and the bench as JavaScript, of the target that users get. Processes that are to be measured load this: with ts-node the compiler would be in their time and their memory. */
export function compiled(): Compiled {
  mkdirSync(CACHE, { recursive: true });
  const out = mkdtempSync(join(CACHE, 'startup-order-bench-'));
  const inside = (folder: string) => (readdirSync(join(ROOT, folder), { recursive: true }) as string[]).filter(file => file.endsWith('.ts')).map(file => join(folder, file));
  for (const file of [...inside('src'), ...inside(join('scripts', 'bench')), join('test', 'dsl.ts')]) {
    const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = transpileModule(readFileSync(join(ROOT, file), 'utf8'), { compilerOptions: options });
    const path = join(out, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, outputText);
  }
  cpSync(join(ROOT, 'agent', 'bin'), join(out, 'agent', 'bin'), { recursive: true });
  return { programs: join(out, 'scripts', 'bench'), remove: () => rmSync(out, { recursive: true }) };
}
