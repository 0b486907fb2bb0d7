import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import MarkdownIt from 'markdown-it';
import { parseAllDocuments } from 'yaml';
import { BASE, CHART, describeFor, HOME, IN_ORDER, namesIn, PROGRAMS, writeScript } from './run-program';
import { bundle, helmPlugin } from '../../../scripts/bundle';

// Runs the commands of the how-to pages, with the files that the pages show.
const { helm3, helm4, kustomize } = PROGRAMS;
const PAGES = join(__dirname, '..', '..', '..', 'docs', 'how-to');
const PAGE = 'deploy-tools.md';
const MODULES = join(HOME, 'node_modules');
const FOLDER = join(MODULES, 'cdk8s-startup-order', 'bundle');

interface Block {
  /** The heading before the block. */
  readonly section: string;
  readonly language: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  let section = '';
  const tokens = new MarkdownIt().parse(readFileSync(join(PAGES, page), 'utf8'), {});
  return tokens.flatMap((token, i): Block[] => {
    if (token.type === 'heading_open') { section = tokens[i + 1].content; }
    return token.type === 'fence' ? [{ section, language: token.info, text: token.content }] : [];
  });
}

/** Writes the files of a page: the blocks that begin with a comment with their path. */
function writeFiles(page: string, folder: string, sections: readonly string[]): void {
  for (const { section, language, text } of blocksOf(page)) {
    const [, path] = /^# (\S+\.yaml)\n/.exec(text) ?? [];
    if (language !== 'yaml' || path === undefined || !sections.includes(section)) { continue; }
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Runs the shell blocks of a section, and returns the output of each command that prints manifests. */
function runSection(page: string, sections: readonly string[], folder: string, helm?: string): string[] {
  const bin = join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(FOLDER, 'startup-order.js'), join(bin, 'cdk8s-startup-order'));
  if (helm) { symlinkSync(helm, join(bin, 'helm')); }
  symlinkSync(kustomize!, join(bin, 'kustomize'));
  // `npm root --global` prints the folder of the package; `npm install` has nothing to do.
  writeScript(join(bin, 'npm'), `[ "$1" != root ] || echo ${MODULES}`);
  const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}` };
  const commands = blocksOf(page).filter(({ section, language }) => sections.includes(section) && language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
  expect(commands).not.toEqual([]);
  return commands.flatMap(command => {
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', command], { cwd: folder, env, encoding: 'utf8' });
    expect([command, status, stderr.replace(/^Installed plugin.*\n/, '')]).toEqual([command, 0, expect.not.stringMatching(/error/i)]);
    const [, file] = / > (ordered\.yaml)$/.exec(command) ?? [];
    const output = file === undefined ? stdout : readFileSync(join(folder, file), 'utf8');
    return output.includes('kind: Deployment') ? [output] : [];
  });
}

const removeAnnotations = (file: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ *annotations:\n *cdk8s-startup-order.*\n/gm, ''));

/** Copies the chart, and as `other-chart` the same chart without annotations. */
function writeCharts(folder: string): void {
  for (const name of ['chart', 'other-chart']) { cpSync(CHART, join(folder, name), { recursive: true }); }
  for (const name of ['deployment', 'migrate']) { removeAnnotations(join(folder, 'other-chart', 'templates', `${name}.yaml`)); }
}

describeFor(helm3, helm4, kustomize)('the commands of the how-to pages', () => {
  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'startup-order.js'), await bundle(), { mode: 0o755 });
    writeFileSync(join(FOLDER, 'plugin.yaml'), helmPlugin());
  });

  test.each([['Helm 3', helm3, 2], ['Helm 4', helm4, 2], ['See what changed', helm4, 1]])('section %s: the chart is in order, by its annotation and by the file', (section, helm, outputs) => {
    const folder = join(HOME, `helm ${section}`);
    mkdirSync(folder);
    writeCharts(folder);
    writeFiles(PAGE, folder, ['Declare the order']);
    expect(runSection(PAGE, [section], folder, helm).map(namesIn)).toEqual(Array.from({ length: outputs }, () => IN_ORDER));
  });

  test.each(['A pipe', 'A function', 'Patches'])('section %s: the kustomization is in order', section => {
    const folder = join(HOME, `kustomize ${section}`);
    for (const base of [join(folder, 'shop'), join(folder, 'shop', 'base')]) {
      cpSync(join(BASE, 'manifests.yaml'), join(base, 'manifests.yaml'));
      writeFileSync(join(base, 'kustomization.yaml'), 'resources: [manifests.yaml]\n');
    }
    writeFiles(PAGE, folder, [section]);
    if (section === 'A function') { removeAnnotations(join(folder, 'shop', 'manifests.yaml')); }
    expect(runSection(PAGE, [section], folder).map(namesIn)).toEqual([IN_ORDER]);
  });

  test('the patches for a HelmRelease order the rendered chart', () => {
    const folder = join(HOME, 'flux');
    mkdirSync(folder);
    writeCharts(folder);
    expect(runSection(PAGE, ['A HelmRelease'], folder, helm4)).toEqual([]);
    const [patches] = parseAllDocuments(readFileSync(join(folder, 'patches.yaml'), 'utf8')).map(document => document.toJS());
    // helm-controller applies the list as patches of a Kustomization.
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify({ resources: ['rendered.yaml'], patches: patches.patches }));
    const { stdout, stderr } = spawnSync(kustomize!, ['build', folder], { encoding: 'utf8' });
    expect([stderr, namesIn(stdout)]).toEqual(['', IN_ORDER]);
  });

  test('the commands of the plugin order a folder and a chart', () => {
    const [plugin, withHelm] = blocksOf(PAGE).filter(({ section }) => section === '1. Define the plugin').map(({ text }) => text);
    const generate = (parseAllDocuments(parseAllDocuments(plugin)[0].toJS().data['plugin.yaml'])[0].toJS()).spec.generate;
    const helm = parseAllDocuments(withHelm)[0].toJS().generate;
    const folder = join(HOME, 'argo-cd');
    cpSync(join(BASE, 'manifests.yaml'), join(folder, 'deploy', 'manifests.yaml'));
    cpSync(CHART, join(folder, 'chart'), { recursive: true });
    const bin = join(folder, '.bin');
    mkdirSync(bin);
    symlinkSync(helm3!, join(bin, 'helm'));
    const env = { HOME: folder, PATH: `${bin}:${process.env.PATH}`, ARGOCD_APP_NAME: 'shop', ARGOCD_APP_NAMESPACE: 'shop' };
    const here = (text: string) => text.replaceAll('/startup-order.js', join(FOLDER, 'startup-order.js'));
    for (const [command, cwd] of [[generate.command, 'deploy'], [[...helm.command, ...helm.args], 'chart']]) {
      const [name, ...args] = command.map(here);
      const { stdout, stderr } = spawnSync(name, args, { cwd: join(folder, cwd), env, encoding: 'utf8' });
      expect([stderr, namesIn(stdout)]).toEqual(['', IN_ORDER]);
    }
  });
});
