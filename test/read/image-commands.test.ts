import { readFileSync } from 'fs';
import { join } from 'path';
import { COMMAND_ANNOTATION } from '../../src/api/private/annotations';
import { PlannedDependency } from '../../src/api/startup-plan';
import { ImageConfiguration, ImageFile, parseImageFile } from '../../src/images/image-file';
import { toStartupPlan } from '../../src/report/to-startup-plan';
import { findWorkloads } from '../../tools/read/find-workloads';
import { createPlanFromManifest } from '../../tools/read/plan-from-manifest';
import { PodReading, readPod } from '../../tools/read/read-pod';
import { box, ContainerJson, declared, file, http, on, orderPod, PodDeclaration, resolveOptions, tcp } from '../dsl';
import { EXAMPLES } from '../examples';

const VERSION = '1.27';
const DIGEST = `sha256:${'a'.repeat(64)}`;
const CONFIG = { volumeMounts: [{ name: 'config', mountPath: '/config' }] };

/** The facts about dependencies that a manifest contains, sorted. */
/** Without the place of the declaration of a check, which is not in the manifest. */
const listFacts = (dependencies: readonly PlannedDependency[]): string[] =>
  dependencies.map(({ dependent, dependency, external, condition, check, mechanism, guarantee, timeout, onTimeout }) =>
    JSON.stringify({ dependent, dependency, external, condition, check: check?.replace(/, from .*$/, ''), mechanism, guarantee, timeout: timeout?.toSeconds(), onTimeout })).sort();

const findApp = ({ containers }: PodReading) => containers.find(c => c.name === 'app')!;
const readTemplate = (template: object, images?: ImageFile) => readPod(findWorkloads({ apiVersion: 'v1', kind: 'Pod', ...template })[0], VERSION, images);

/** Orders a pod whose container `app` has the command of an image, and reads the pod before and after. */
function orderAndRead(app: ContainerJson, images: ImageFile) {
  const declaration: PodDeclaration = declared({
    app: { dependsOn: [on('db', { timeoutSeconds: 60 }), on('proxy', { timeoutSeconds: 5, onTimeout: 'CONTINUE' }), on('reloader')] },
    db: { readyWhen: tcp(5432) },
    proxy: { readyWhen: http(9901) },
    reloader: { readyWhen: file('/config/app.yaml') },
  });
  const template = { spec: { containers: [{ ...app, ...CONFIG }, box('db', { ports: [{ containerPort: 5432 }] }), box('proxy'), box('reloader', CONFIG)], volumes: [{ name: 'config', emptyDir: {} }] } };
  const { settings } = resolveOptions({ kubernetesVersion: VERSION, architecture: 'amd64' }, { images: { file: images, problems: [] } });
  const { template: ordered, plan, problems } = orderPod(template, declaration, settings);
  expect(problems).toEqual([]);
  return { before: readTemplate(template, images), after: readTemplate(ordered!), plan: toStartupPlan('p', settings, plan) };
}

const fileWith = (image: Partial<ImageConfiguration>): ImageFile => ({ images: new Map([['web:1', { digest: DIGEST, platforms: ['linux/amd64'], ...image }]]) });
const EXAMPLE = parseImageFile(readFileSync(join(EXAMPLES.find(e => e.name === 'image-commands')!.directory, 'startup-order.images.json'), 'utf8'), 'example');

describe.each<[string, ImageFile, Partial<ContainerJson>]>([
  ['the command of the example', EXAMPLE, { image: 'shop/web:7' }],
  ['an entrypoint and cmd', fileWith({ entrypoint: ['/entry'], cmd: ['sh', '-c', 'sleep 5; exec /app/web'] }), {}],
  ['the shell form, with `$` of the shell', fileWith({ entrypoint: ['/bin/sh', '-c', 'sleep 5; until nc -z localhost 5432; do sleep 1; done; exec /app/web $$ $(hostname) $(X)'] }), { env: [{ name: 'X', value: '1' }] }],
  ['the args of the manifest', fileWith({ entrypoint: ['/bin/sh', '-c'], cmd: ['exec /app/web'] }), { args: ['until nc -z localhost $(PORT); do sleep 1; done; exec /app/web $$X'], env: [{ name: 'PORT', value: '5432' }] }],
  ['an empty entrypoint', fileWith({ cmd: ['sh', '-c', 'sleep 3; exec nginx'] }), {}],
  ['an empty entrypoint and the args of the manifest', fileWith({ cmd: ['/app/web'] }), { args: ['sh', '-c', 'sleep 3; exec $(SERVER)'], env: [{ name: 'SERVER', value: 'nginx' }] }],
])('the manifest of a gate before %s', (_what, images, app) => {
  const { before, after, plan } = orderAndRead(box('app', { image: 'web:1', ...app }), images);
  const read = createPlanFromManifest(after);

  test('gives the dependencies of synth, and the waits of the own command', () => {
    const own = createPlanFromManifest(before).dependencies;
    expect(plan.dependencies).toHaveLength(3);
    expect(listFacts(read.dependencies)).toEqual(listFacts([...plan.dependencies, ...own]));
  });

  test('gives the same command as the image file before synth', () => {
    expect(findApp(after).command).toEqual(findApp(before).command);
    expect(findApp(after).gate!.waits.map(w => w.name).sort()).toEqual(['db', 'proxy', 'reloader']);
  });

  test('names the image and its digest', () => {
    const { image } = findApp(before).json;
    const { digest } = images.images.get(image!)!;
    expect(after.annotations[COMMAND_ANNOTATION]).toBe(`app=${image}@${digest}`);
    const listImages = ({ order }: PodReading) => order.containers.flatMap(c => c.commandFrom === undefined ? [] : [[c.name, c.commandFrom]]);
    expect([listImages(before), listImages(after)]).toEqual([[['app', `${image}@${digest}`]], [['app', `${image}@${digest}`]]]);
  });
});
