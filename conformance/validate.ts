/**
 * Validates every example, and the ordered manifests of the compose files, with the code of the API server: strict decoding, defaults, validation, and a Pod
 * Security level, in each version from the `kubernetesVersion` on. Then validates all injected containers and each mechanism at the level `restricted`.
 *
 * The versions are the default of the library and the newest; with --all each version of the conformance runs.
 *
 * Needs Go. Without Go it prints a message and skips the validation, or fails if STARTUP_ORDER_REQUIRE_GO is set.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { NEWEST, VERSIONS } from './runner/versions';
import { restrictedManifest, restrictedPods } from './validation/restricted';
import { Answer, buildValidator, missingForValidation, testValidator, validate } from './validation/validator';
import { DEFAULT_VERSION } from '../src/pod/capabilities';
import { COMPOSE_CASES, COMPOSE_MINOR, orderCase } from '../test/compose/cases';
import { Example, example, runExample } from '../test/examples';

const DEFAULT_MINOR = Number(DEFAULT_VERSION.slice('1.'.length));
const EXAMPLES = join(__dirname, '..', 'examples');

/** Returns the Pod Security level of an example. */
const levelOf = ({ name }: Example) => name === 'restricted-namespace' ? 'restricted' as const : 'baseline' as const;

/** Returns the minor version of the `kubernetesVersion` of an example, or the default of the library. */
function targetOf({ directory }: Example): number {
  return Number(/kubernetesVersion(?:: |', )'1\.(\d+)'/.exec(readFileSync(join(directory, 'main.ts'), 'utf8'))?.[1] ?? DEFAULT_MINOR);
}

function main(): number {
  const missing = missingForValidation();
  if (missing) {
    const required = process.env.STARTUP_ORDER_REQUIRE_GO !== undefined;
    console.error(`validation by Kubernetes itself ${required ? 'failed' : 'skipped'}: ${missing}`);
    return required ? 1 : 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'startup-order-validate-'));
  try {
    const examples = readdirSync(EXAMPLES, { withFileTypes: true }).filter(e => e.isDirectory()).map(e => example(e.name));
    const written = examples.map(e => {
      const file = join(folder, `${e.name}.yaml`);
      writeFileSync(file, runExample(e).manifests);
      return { file, target: targetOf(e), level: levelOf(e) };
    });
    for (const name of COMPOSE_CASES) {
      const file = join(folder, `${name}-compose.yaml`);
      writeFileSync(file, orderCase(name).out);
      written.push({ file, target: COMPOSE_MINOR, level: 'baseline' });
    }
    const byDefault = VERSIONS.filter(version => version === NEWEST || version.startsWith(`${DEFAULT_VERSION}.`));
    const versions = process.argv.includes('--all') ? VERSIONS : byDefault;
    return versions.reduce((code, version) => judge(version, written, folder) ? code : 1, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judge(version: string, written: readonly { file: string; target: number; level: 'baseline' | 'restricted' }[], folder: string): boolean {
  const minor = Number(version.split('.')[1]);
  const validator = buildValidator(version);
  testValidator(version);
  const restricted = Object.entries({ everything: restrictedManifest(`1.${minor}`), mechanisms: restrictedPods(minor) }).map(([name, yaml]) => {
    const file = join(folder, `restricted-${name}-${version}.yaml`);
    writeFileSync(file, yaml);
    return file;
  });
  const answers = [
    ...(['baseline', 'restricted'] as const).flatMap(level => validate(validator, level, written.filter(w => w.level === level && w.target <= minor).map(w => w.file))),
    ...validate(validator, 'restricted', restricted),
  ].filter(({ kind }) => !isPolicy(kind));
  const bad = answers.flatMap(complaints);
  bad.forEach(text => console.error(`${version} ${text}`));
  console.log(`Kubernetes ${version}: ${answers.length - bad.length} of ${answers.length} objects accepted; all invalid test objects rejected`);
  return bad.length === 0;
}

/** `npm run admission` creates the admission policies of the examples on a real API server. */
const isPolicy = (kind: string) => /AdmissionPolicy(Binding)?$/.test(kind);

/** Returns the errors of an object. A skipped object is an error, because the examples contain no custom resources. */
function complaints({ file, kind, name, errors = [], skipped }: Answer): string[] {
  const found = skipped ? [...errors, skipped] : errors;
  return found.length > 0 ? [`${file}: ${kind} ${name}: ${found.join('; ')}`] : [];
}

process.exitCode = main();
