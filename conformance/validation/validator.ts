import { execFileSync, spawnSync } from 'child_process';
import { tmpdir } from 'os';
import { join } from 'path';

const KUBERNETES = join(__dirname, '..', 'kubernetes');
/** As in kubernetes/go-flags.sh. */
const GO_MINOR = 26;

/** The answer of the API server of one version to a document. */
export interface Answer {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  readonly errors?: readonly string[];
  readonly skipped?: string;
}

/** Returns the missing requirement, in one clause. `undefined`: the machine has everything. */
export function missingForValidation(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { cwd: tmpdir(), encoding: 'utf8', env: process.env });
  if (status !== 0) { return 'Go is not installed, and the validator is built with it'; }
  const [, minor] = /^go1\.(\d+)/.exec(stdout) ?? [];
  return Number(minor) >= GO_MINOR ? undefined : `the validator needs Go 1.${GO_MINOR} or newer, and this is ${stdout.trim()}`;
}

/** Builds the validator at the first use, which takes minutes, and returns its path in the cache folder of the user. */
export function buildValidator(version: string): string {
  const folder = execFileSync(join(KUBERNETES, 'build.sh'), [version, '--only', 'validate'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return join(folder.trim(), 'validate');
}

/** Throws unless the validator accepts the valid and rejects the invalid test objects. */
export function testValidator(version: string): void {
  execFileSync(join(KUBERNETES, 'test.sh'), [version], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export function validate(validator: string, level: 'baseline' | 'restricted', files: readonly string[]): Answer[] {
  if (files.length === 0) { return []; }
  const { status, stdout, stderr } = spawnSync(validator, [`--pod-security=${level}`, '--json', ...files], { encoding: 'utf8' });
  if (status !== 0 && status !== 1) { throw new Error(`validate ended with ${status}: ${stderr}`); }
  return stdout.trim().split('\n').map(line => JSON.parse(line));
}
