import { spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { stringify } from 'yaml';
import { temporaryFolder } from '../temporary-folder';

const ROOT = join(__dirname, '..', '..');
const CLI = join(ROOT, 'node_modules', 'cdk8s-cli', 'bin', 'cdk8s');

export interface Synth {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
  /** The content of --validation-reports-output-file; `undefined` without a report. */
  readonly report?: any;
}

/** Runs `cdk8s synth` in a separate process on an app with these manifests and this validation. */
export function synth(library: string, manifests: readonly object[], properties?: object): Synth {
  const app = temporaryFolder();
  mkdirSync(join(app, 'node_modules'));
  symlinkSync(library, join(app, 'node_modules', 'cdk8s-startup-order'));
  writeFileSync(join(app, 'main.js'), `const { ApiObject, App, Chart } = require(${JSON.stringify(join(ROOT, 'node_modules', 'cdk8s'))});
const app = new App();
const chart = new Chart(app, 'shop');
${JSON.stringify(manifests)}.forEach((m, i) => new ApiObject(chart, 'object' + i, m));
app.synth();`);
  writeFileSync(join(app, 'cdk8s.yaml'), stringify({
    language: 'typescript',
    app: 'node main.js',
    validations: [{ package: './node_modules/cdk8s-startup-order', version: '0.0.0', class: 'StartupOrderValidation', properties }],
  }));
  const { status, stdout, stderr } = spawnSync(process.execPath,
    [CLI, 'synth', '--check-upgrade=false', '--validation-reports-output-file', 'report.json'], { cwd: app, encoding: 'utf8' });
  const report = join(app, 'report.json');
  return { code: status, out: stdout, error: stderr, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).reports[0] : undefined };
}
