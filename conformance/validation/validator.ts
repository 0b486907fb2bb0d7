import { execFileSync, spawnSync } from 'child_process';
import { tmpdir } from 'os';
import { join } from 'path';

const KUBERNETES = join(__dirname, '..', 'kubernetes');
/** As in kubernetes/go-flags.sh. */
const GO_MINOR = 26;

/** What the API server of one version answers to one document. */
export interface Answer {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  readonly errors?: readonly string[];
  readonly skipped?: string;
}

/** What is missing, in one clause; `undefined`: nothing. */
export function missingForValidation(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { cwd: tmpdir(), encoding: 'utf8', env: process.env });
  if (status !== 0) { return 'Go is not installed, and the validator is built with it'; }
  const [, minor] = /^go1\.(\d+)/.exec(stdout) ?? [];
  return Number(minor) >= GO_MINOR ? undefined : `the validator needs Go 1.${GO_MINOR} or newer, and this is ${stdout.trim()}`;
}

/** Built on first use, which takes minutes; after that it is in the user's cache folder. */
export function buildValidator(version: string): string {
  const folder = execFileSync(join(KUBERNETES, 'build.sh'), [version, '--only', 'validate'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return join(folder.trim(), 'validate');
}

/** That the validator itself accepts what is known to be good and rejects what is known to be bad. Throws when it does not. */
export function testValidator(version: string): void {
  execFileSync(join(KUBERNETES, 'test.sh'), [version], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export function validate(validator: string, level: 'baseline' | 'restricted', files: readonly string[]): Answer[] {
  if (files.length === 0) { return []; }
  const { status, stdout, stderr } = spawnSync(validator, [`--pod-security=${level}`, '--json', ...files], { encoding: 'utf8' });
  if (status !== 0 && status !== 1) { throw new Error(`validate ended with ${status}: ${stderr}`); }
  return stdout.trim().split('\n').map(line => JSON.parse(line));
}
