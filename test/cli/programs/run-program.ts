import { spawnSync } from 'child_process';
import { chmodSync, cpSync, writeFileSync } from 'fs';
import { basename, join } from 'path';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../../temporary-folder';

// The programs that scripts/try-programs.sh builds.
const { STARTUP_ORDER_HELM_3, STARTUP_ORDER_HELM_4, STARTUP_ORDER_KREW, STARTUP_ORDER_KUSTOMIZE } = process.env;
export const PROGRAMS = { helm3: STARTUP_ORDER_HELM_3, helm4: STARTUP_ORDER_HELM_4, krew: STARTUP_ORDER_KREW, kustomize: STARTUP_ORDER_KUSTOMIZE };

/** Describes tests that need these programs. */
export const describeFor = (...programs: readonly (string | undefined)[]) => (programs.every(Boolean) ? describe : describe.skip);

export const CHART = join(__dirname, '..', '..', '..', 'conformance', 'programs', 'chart');
export const BASE = join(CHART, '..', 'base');

/** A folder for one test file, which is removed at its end. It is the home of the programs. */
export const HOME = temporaryFolder();

/** Runs a program without the configuration and the plugins of the user. */
export function run(program: string, args: readonly string[]) {
  // Each version of Helm has its own plugins: Helm 3 reports a plugin of Helm 4 as an error.
  const own = (folder: string) => join(HOME, basename(program), folder);
  const env = { PATH: process.env.PATH, HOME, HELM_CACHE_HOME: own('cache'), HELM_CONFIG_HOME: own('config'), HELM_DATA_HOME: own('data') };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: HOME, env, encoding: 'utf8' });
  return { code: status, out: stdout, error: stderr };
}

/** Writes an executable shell script. `MODE` in the script is its first argument. */
export function writeScript(path: string, body: string): string {
  writeFileSync(path, `#!/bin/sh\nMODE=$1\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Copies the kustomization, with a function that runs a shell script. Its configuration can be of any kind, and declares nothing. Returns the folder. */
export function writeKustomization(name: string, body: string): string {
  const folder = join(HOME, name);
  cpSync(BASE, folder, { recursive: true });
  writeScript(join(folder, 'function.sh'), body);
  const annotations = { 'config.kubernetes.io/function': JSON.stringify({ exec: { path: './function.sh' } }) };
  writeFileSync(join(folder, 'order.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'shop', annotations } }));
  return folder;
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: any;
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map(document => document.toJS()).filter(value => value !== null) as Manifest[];
}

/** Returns the pod spec of the Deployment, or of the first workload of another kind. */
export const podSpecIn = (text: string, kind = 'Deployment') => parseManifests(text).find(manifest => manifest.kind === kind)!.spec.template.spec;

/** Returns the containers of the Deployment, native sidecars first. */
export function namesIn(text: string): string[] {
  const { initContainers = [], containers } = podSpecIn(text);
  return [...initContainers, ...containers].map(({ name }: { readonly name: string }) => name);
}
export const IN_ORDER = ['proxy', 'cache', 'web'];
