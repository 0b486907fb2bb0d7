import { mkdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { CHART, describeFor, HOME, installPlugin, namesOf, parseManifests, PROGRAMS, run, writeKustomization, writePlugin, writeScript } from './run-program';

// Tests what `order` relies on in the programs that run it, with shell scripts in its place.
const { helm3, helm4, kustomize } = PROGRAMS;

const CONFIG_MAP = String.raw`printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: agent\n---\n'`;
const HOOK = String.raw`printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: agent-of-hooks\n  annotations:\n    helm.sh/hook: pre-install,pre-upgrade\n    helm.sh/hook-weight: "-5"\n---\n'`;
/** Scalars, which no program can apply. */
const MESSAGE = String.raw`printf '|\n  the start order has 2 problems:\n    [web] there is no container: proxy [SO201]\n'`;
const SCRIPT = `
echo 'a line on stderr' >&2
case $MODE in
  same) tee ${HOME}/input;;
  add) ${CONFIG_MAP}; cat;;
  add-hook) ${HOOK}; cat;;
  fail) cat >/dev/null; exit 2;;
  message) cat >/dev/null; ${MESSAGE};;
esac`;

/** Returns the input of the last script with `tee`. */
const readInput = () => readFileSync(join(HOME, 'input'), 'utf8');

describeFor(helm3)('Helm 3', () => {
  const script = writeScript(join(HOME, 'post-renderer.sh'), SCRIPT);
  const template = (mode: string) => run(helm3!, ['template', 'shop', CHART, '--post-renderer', script, '--post-renderer-args', mode]);

  test('a post-renderer gets the manifests byte for byte, without hooks', () => {
    const plain = run(helm3!, ['template', 'shop', CHART]);
    const same = template('same');
    expect(same.code).toBe(0);
    expect(same.out.trim()).toBe(plain.out.trim());
    expect(namesOf(readInput())).toEqual(['Service shop-web', 'Deployment shop-web']);
  });

  test('an added ConfigMap stays the first document', () => {
    expect(namesOf(template('add').out)).toEqual(['ConfigMap agent', 'Service shop-web', 'Deployment shop-web', 'Job shop-migrate']);
  });

  test('the messages of a failed post-renderer are shown', () => {
    expect(template('fail')).toMatchObject({ code: 1, out: '', error: expect.stringContaining('a line on stderr') });
  });
});

describeFor(helm4)('Helm 4', () => {
  beforeAll(() => { installPlugin(helm4!, writePlugin(SCRIPT)); });
  const args = (mode: string) => ['shop', CHART, '--post-renderer', 'startup-order', '--post-renderer-args', mode];
  const template = (mode: string) => run(helm4!, ['template', ...args(mode)]);

  test('a post-renderer gets the hooks too, with the file names as annotations, which Helm removes again', () => {
    const same = template('same');
    expect(parseManifests(same.out)).toEqual(parseManifests(run(helm4!, ['template', 'shop', CHART]).out));
    const input = parseManifests(readInput());
    expect(input.map(({ kind, metadata }) => [kind, metadata.annotations!['postrenderer.helm.sh/postrender-filename']])).toEqual([
      ['Deployment', 'shop/templates/deployment.yaml'], ['Job', 'shop/templates/migrate.yaml'], ['Service', 'shop/templates/service.yaml'],
    ]);
    expect(same.out).toContain('# the shop itself');
    expect(same.out).not.toContain('postrender-filename');
  });

  test('a ConfigMap without this annotation is added', () => {
    const { code, out } = template('add');
    expect(code).toBe(0);
    expect(namesOf(out)).toEqual(['ConfigMap agent', 'Service shop-web', 'Deployment shop-web', 'Job shop-migrate']);
  });

  test('an added hook precedes the hook of the chart, and follows the manifests only in template', () => {
    expect(namesOf(template('add-hook').out)).toEqual(['Service shop-web', 'Deployment shop-web', 'ConfigMap agent-of-hooks', 'Job shop-migrate']);
    const { out } = run(helm4!, ['install', ...args('add-hook'), '--dry-run=client']);
    expect(out.slice(out.indexOf('HOOKS:'), out.indexOf('MANIFEST:'))).toMatch(/agent-of-hooks[^]*shop-migrate/);
  });

  test('the stderr of a failed post-renderer is lost, but Helm shows a scalar that it rejects', () => {
    expect(template('fail')).toMatchObject({ code: 1, out: '', error: expect.not.stringContaining('a line on stderr') });
    for (const command of [['template', ...args('message')], ['install', ...args('message'), '--dry-run=client']]) {
      expect(run(helm4!, command)).toMatchObject({ code: 1, out: '', error: expect.stringContaining('[web] there is no container: proxy [SO201]') });
    }
  });
});

describeFor(helm3, helm4)('the chart', () => {
  test('Helm 3 and Helm 4 render the same manifests', () => {
    const [three, four] = [helm3!, helm4!].map(helm => parseManifests(run(helm, ['template', 'shop', CHART]).out));
    expect(four).toEqual(three);
  });
});

describeFor(kustomize)('kustomize', () => {
  const FLAGS = ['--enable-alpha-plugins', '--enable-exec'];
  const build = (name: string, body: string, flags = FLAGS) => run(kustomize!, ['build', ...flags, writeKustomization(name, body)]);
  /** Edits the ResourceList with JavaScript, which gets it as `list`. */
  const edit = (code: string) => `exec node -e '
const { parse } = require("${require.resolve('yaml')}");
const list = parse(require("fs").readFileSync(0, "utf8"));
${code}
process.stdout.write(JSON.stringify(list));'`;

  test('a function gets a ResourceList with the final namespace, and its own object as functionConfig', () => {
    const { code, out } = build('same', `tee ${HOME}/input`);
    expect(code).toBe(0);
    expect(namesOf(out)).toEqual(['Service shop-web', 'Deployment shop-web']);
    expect(parseManifests(readInput())).toMatchObject([{
      apiVersion: 'config.kubernetes.io/v1',
      kind: 'ResourceList',
      functionConfig: { kind: 'ConfigMap', metadata: { name: 'shop' } },
      items: [{ kind: 'Service', metadata: { namespace: 'shop' } }, { kind: 'Deployment', metadata: { namespace: 'shop' } }],
    }]);
  });

  test('an overlay with a prefix renames an added ConfigMap and its volume, if both have the same namespace', () => {
    const ordered = (namespace: string) => edit(`
list.items.unshift({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "agent"${namespace} } });
list.items[2].spec.template.spec.volumes = [{ name: "agent", configMap: { name: "agent" } }];`);
    const volumesOf = (name: string, namespace: string) => {
      writeKustomization(name, ordered(namespace));
      const overlay = join(HOME, `${name}-overlay`);
      mkdirSync(overlay);
      writeFileSync(join(overlay, 'kustomization.yaml'), `namePrefix: dev-\nresources: [../${name}]\n`);
      const { out } = run(kustomize!, ['build', ...FLAGS, overlay]);
      expect(namesOf(out)).toEqual(['ConfigMap dev-agent', 'Service dev-shop-web', 'Deployment dev-shop-web']);
      return (parseManifests(out)[2].spec as { template: { spec: { volumes: unknown } } }).template.spec.volumes;
    };
    expect(volumesOf('with-namespace', ', namespace: "shop"')).toEqual([{ name: 'agent', configMap: { name: 'dev-agent' } }]);
    expect(volumesOf('without-namespace', '')).toEqual([{ name: 'agent', configMap: { name: 'agent' } }]);
  });

  test('results of severity error are ignored, so a function must fail and print them to stderr', () => {
    expect(build('results', edit('list.results = [{ message: "there is no container: proxy [SO201]", severity: "error" }];'))).toMatchObject({ code: 0, error: '' });
    expect(build('fail', 'echo "there is no container: proxy [SO201]" >&2; exit 2')).toMatchObject({ code: 1, out: '', error: expect.stringContaining('[SO201]') });
  });

  test('without --enable-exec the function does not run, and kustomize succeeds', () => {
    expect(build('skipped', 'exit 2', ['--enable-alpha-plugins'])).toMatchObject({ code: 0, error: '' });
  });
});

describeFor(helm4, kustomize)('the kustomization', () => {
  test('it contains the manifests of the chart without its hook', () => {
    const chart = parseManifests(run(helm4!, ['template', 'shop', CHART, '--no-hooks', '--namespace', 'shop']).out);
    const base = parseManifests(run(kustomize!, ['build', '--enable-alpha-plugins', '--enable-exec', writeKustomization('unordered', 'cat')]).out);
    expect(base.map(({ metadata: { namespace: _, ...metadata }, ...manifest }) => ({ ...manifest, metadata }))).toEqual(chart);
  });
});
