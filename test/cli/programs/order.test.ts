import { spawn } from 'child_process';
import { cpSync, mkdirSync, writeFileSync } from 'fs';
import { join } from 'path';
import { App, Chart, Include } from 'cdk8s';
import { BASE, CHART, describeFor, HOME, IN_ORDER, namesIn, parseManifests, podSpecIn, PROGRAMS, run, writeKustomization, writeScript } from './run-program';
import { bundle, helmPlugin } from '../../../scripts/bundle';
import { Dependency, StartupOrder } from '../../../src';

// `order` of the bundle in the real programs.
const { helm3, helm4, kustomize } = PROGRAMS;
const folder = join(HOME, 'bundle');
const program = join(folder, 'startup-order.js');
const script = join(HOME, 'order.sh');

/** Answers what Helm 3 asks a cluster before a dry run. */
const API_SERVER = `
const listOf = (groupVersion, ...kinds) => ({
  kind: 'APIResourceList', groupVersion, resources: kinds.map(kind => ({ name: kind.toLowerCase() + 's', kind, namespaced: true, verbs: ['create', 'get'] })),
});
const version = { groupVersion: 'apps/v1', version: 'v1' };
const answers = {
  '/version': { major: '1', minor: '37', gitVersion: 'v1.37.1' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [{ name: 'apps', versions: [version], preferredVersion: version }] },
  '/api/v1': listOf('v1', 'ConfigMap', 'Service'),
  '/apis/apps/v1': listOf('apps/v1', 'Deployment'),
};
const server = require('http').createServer((request, response) => {
  const answer = answers[request.url.split('?')[0]];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? {}));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

describeFor(helm3, helm4, kustomize)('order in the programs', () => {
  beforeAll(async () => {
    mkdirSync(folder);
    writeFileSync(program, await bundle());
    writeFileSync(join(folder, 'plugin.yaml'), helmPlugin());
    writeScript(script, `exec ${process.execPath} ${program} order "$@"`);
    expect(run(helm4!, ['plugin', 'install', folder])).toMatchObject({ code: 0 });
  });

  /** A gate before the command needs the wait agent. */
  const WITH_AGENT = ['--post-renderer-args', '--guarantee', '--post-renderer-args', 'EVERY_START'];
  const withHelm3 = (...args: string[]) => run(helm3!, ['template', 'shop', CHART, '--post-renderer', script, ...args]);
  const withHelm4 = (...args: string[]) => run(helm4!, ['template', 'shop', CHART, '--post-renderer', 'startup-order', ...args]);
  const withKustomize = () => run(kustomize!, ['build', '--enable-alpha-plugins', '--enable-exec', writeKustomization('ordered', `exec ${process.execPath} ${program} order`)]);
  const withPatches = () => {
    const overlay = join(HOME, 'overlay');
    mkdirSync(join(overlay, 'startup-order'), { recursive: true });
    cpSync(join(BASE, 'manifests.yaml'), join(overlay, 'manifests.yaml'));
    writeFileSync(join(overlay, 'kustomization.yaml'), 'namespace: shop\nresources: [manifests.yaml]\ncomponents: [startup-order]\n');
    for (const [output, file] of [['patches', 'kustomization.yaml'], ['objects', 'objects.yaml']]) {
      const { code, out, error } = run(process.execPath, [program, 'order', '--format', output, join(overlay, 'manifests.yaml')]);
      expect([code, error]).toEqual([0, '']);
      writeFileSync(join(overlay, 'startup-order', file), out);
    }
    return run(kustomize!, ['build', overlay]);
  };
  const withConstruct = () => {
    const chart = new Chart(new App(), 'shop');
    const rendered = join(HOME, 'rendered.yaml');
    writeFileSync(rendered, run(helm3!, ['template', 'shop', CHART]).out);
    const { apiObjects } = new Include(chart, 'rendered', { url: rendered });
    StartupOrder.of(apiObjects.find(({ kind }) => kind === 'Deployment')!, { containers: { web: { dependsOn: [Dependency.on('proxy'), Dependency.on('cache')] } } });
    return JSON.stringify(chart.toJson().find(({ kind }) => kind === 'Deployment'));
  };

  test('Helm 3, Helm 4, kustomize, its patches and the constructs give the same pod spec for the same chart', () => {
    const ordered = withConstruct();
    expect([namesIn(ordered), podSpecIn(ordered).containers.length]).toEqual([IN_ORDER, 1]);
    for (const { code, out, error } of [withHelm3(), withHelm4(), withKustomize(), withPatches()]) {
      expect([code, error, podSpecIn(out)]).toEqual([0, '', podSpecIn(ordered)]);
    }
  });

  test('helm install --dry-run=client shows the same manifests as helm template', async () => {
    const server = spawn(process.execPath, ['-e', API_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const port = await new Promise<string>(done => server.stdout.once('data', chunk => { done(String(chunk).trim()); }));
      const ofHelm3 = run(helm3!, ['install', 'shop', CHART, '--dry-run=client', '--disable-openapi-validation', '--kube-apiserver', `http://127.0.0.1:${port}`, '--post-renderer', script]);
      const ofHelm4 = run(helm4!, ['install', 'shop', CHART, '--dry-run=client', '--post-renderer', 'startup-order']);
      for (const [installed, template] of [[ofHelm3, withHelm3('--no-hooks')], [ofHelm4, withHelm4('--no-hooks')]]) {
        expect([installed.code, installed.error]).toEqual([0, '']);
        expect(installed.out.slice(installed.out.indexOf('MANIFEST:\n') + 10).trim()).toEqual(template.out.trim());
      }
    } finally {
      server.kill();
    }
  });

  test('the ConfigMaps of the agent come first in Helm 3, and are hooks before the hook in Helm 4', () => {
    expect(parseManifests(withHelm3(...WITH_AGENT).out)[0]).toMatchObject({ kind: 'ConfigMap', metadata: { name: expect.stringMatching(/^startup-order-wait-/) } });
    const { out } = withHelm4(...WITH_AGENT);
    const mounted = podSpecIn(out, 'Job').volumes.flatMap(({ projected }: any) => (projected?.sources ?? []).map((source: any) => source.configMap.name));
    expect(mounted).not.toEqual([]);
    const hooks = parseManifests(out).filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade');
    expect(hooks.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(mounted));
  });

  test('the error of an unknown container is shown by each program', () => {
    const chart = join(HOME, 'broken');
    run('cp', ['-r', CHART, chart]);
    run('sed', ['-i', 's/"proxy", "cache"/"prxy"/', join(chart, 'templates', 'deployment.yaml')]);
    const kustomization = writeKustomization('broken-base', `exec ${process.execPath} ${program} order`);
    run('sed', ['-i', 's/"proxy", "cache"/"prxy"/', join(kustomization, 'manifests.yaml')]);
    const built = run(kustomize!, ['build', '--enable-alpha-plugins', '--enable-exec', kustomization]);
    for (const result of [built, run(helm3!, ['template', 'shop', chart, '--post-renderer', script]), run(helm4!, ['template', 'shop', chart, '--post-renderer', 'startup-order'])]) {
      expect(result).toMatchObject({ code: 1, out: '', error: expect.stringMatching(/'prxy', which is not in this pod.*\[SO101\]/) });
    }
  });
});
