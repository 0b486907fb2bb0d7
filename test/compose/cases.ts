import { readFileSync } from 'fs';
import { join } from 'path';
import { FILES } from './compose-files';
import { abridged } from '../abridged';
import { cli, Outcome } from '../cli/host';

const CONVERTED = join(__dirname, 'manifests');

/** Manifests in the shape of a converter, and the compose files that they come from. */
export interface ConvertedCase {
  /** The path below `manifests`, such as `kompose/shop`. */
  readonly name: string;
  readonly files: readonly string[];
}

/** The Kubernetes version of the ordered manifests. */
export const COMPOSE_MINOR = 33;

const KOMPOSE = ['anchors', 'checks', 'group', 'optional', 'override', 'pipeline', 'profiles', 'shared', 'shop', 'variables'];
/** The default templates of Compose Bridge make no Job, so the Job of `shop` is written by the user. */
const BRIDGE = ['anchors', 'optional', 'shop'];

const NAMES = [...KOMPOSE.map(name => `kompose/${name}`), ...BRIDGE.map(name => `bridge/${name}`)];

export const CONVERTED_CASES: readonly ConvertedCase[] = NAMES.map(name => {
  const file = name.split('/')[1];
  return { name, files: [`${file}.yaml`, ...file === 'override' ? ['override.local.yaml'] : []] };
});

const manifestsOf = (name: string) => readFileSync(join(CONVERTED, `${name}.yaml`), 'utf8');

/** The file with the warnings, and with the documents that `order` changes or adds. */
export const goldenFile = ({ name }: ConvertedCase) => join(__dirname, 'ordered', `${name}.yaml`);

export function goldenOf({ name }: ConvertedCase, out: string, error: string): string {
  const split = (text: string) => text.split(/^---\n/m).filter(document => document !== '');
  const before = new Set(split(manifestsOf(name)));
  const documents = split(abridged(out)).filter(document => !before.has(document));
  return [error.trimEnd().replace(/^(?=.)/gm, '# '), ...documents].map(part => part.trimEnd()).filter(part => part !== '').join('\n---\n') + '\n';
}

/** Runs `order --from` for a case. `manifests`: by default the file of the case. */
export function orderCase({ name, files }: ConvertedCase, manifests = manifestsOf(name)): Outcome {
  const texts = Object.fromEntries(files.map(file => [file, readFileSync(join(FILES, file), 'utf8')]));
  return orderFrom({ ...texts, '.env': 'DB_USER=ann\n' }, files, manifests);
}

/** Runs `order --from` with these files. */
export function orderFrom(
  texts: Readonly<Record<string, string>>, files: readonly string[], manifests: string, ...options: readonly string[]
): Outcome {
  const from = files.flatMap(file => ['--from', file]);
  const nodes = ['--kubernetes-version', `1.${COMPOSE_MINOR}`, '--architecture', 'amd64'];
  return cli(['order', ...from, ...nodes, ...options, 'manifests.yaml'], { files: { ...texts, 'manifests.yaml': manifests } });
}
