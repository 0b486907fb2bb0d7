import fc from 'fast-check';
import { DIGEST, imagesWith } from './image-files';
import { COMMAND_ANNOTATION } from '../../src/api/private/annotations';
import { ImageConfiguration } from '../../src/images/image-file';
import { ContainerJson, declared, findFindings, Guarantee, Mechanism, on, orderPod, PodTemplateJson, remediesOf, resolveOptions, tcp } from '../dsl';
import { ANY_WORD, expand, VARIABLES } from '../expand';

/** Orders a pod whose container `app` depends on `db`. `image`: the entry of the image of `app`. */
function order(app: Partial<ContainerJson>, image?: Partial<ImageConfiguration>, reference = 'docker.io/library/web:1') {
  const containers = [{ name: 'app', image: 'web:1', ...app }, { name: 'db', image: 'db:1' }] as ContainerJson[];
  const file = image && imagesWith(reference, image);
  const { settings } = resolveOptions({ kubernetesVersion: '1.27', architecture: 'amd64' }, { images: { file, problems: [] } });
  return orderPod({ spec: { containers } }, declared({ app: { dependsOn: [on('db')] }, db: { readyWhen: tcp(5432) } }), settings);
}

function appOf(template: PodTemplateJson | undefined) {
  const { command = [], args } = template!.spec.containers!.find(c => c.name === 'app')!;
  return { command: command.slice(command.indexOf('--') + 1), args };
}

describe('a dependent without `command`', () => {
  test.each([
    ['an entry point and cmd', { entrypoint: ['/entry'], cmd: ['serve', '-v'] }, {}, { command: ['/entry'], args: ['serve', '-v'] }],
    ['an entry point', { entrypoint: ['/entry', '-a'] }, {}, { command: ['/entry', '-a'], args: undefined }],
    ['cmd', { cmd: ['nginx', '-g'] }, {}, { command: ['nginx', '-g'], args: undefined }],
    ['the args of the manifest in place of cmd', { entrypoint: ['/entry'], cmd: ['serve'] }, { args: ['$(MODE)'] }, { command: ['/entry'], args: ['$(MODE)'] }],
    ['the args of the manifest alone', { cmd: ['serve'] }, { args: ['/other', '$(MODE)'] }, { command: [], args: ['/other', '$(MODE)'] }],
  ])('with an entry in the image file has a gate before %s', (_what, image, app, expected) => {
    const { plan, template } = order(app, image);
    expect(plan!.edges[0]).toMatchObject({ mechanism: Mechanism.ENTRYPOINT_GATE, guarantee: Guarantee.EVERY_START });
    expect(appOf(template)).toEqual(expected);
  });

  test('has an annotation and a reason with the image and its digest', () => {
    const { plan, template } = order({}, { entrypoint: ['/entry'] });
    expect(template!.metadata!.annotations).toEqual({ [COMMAND_ANNOTATION]: `app=web:1@${DIGEST}`, 'kubectl.kubernetes.io/default-container': 'app' });
    expect(plan!.containers.find(c => c.name === 'app')!.gate!.reason).toBe(`the wait agent runs first: waits for db; its command is that of web:1 (${DIGEST}) in the image file`);
  });

  test.each<[string, Partial<ContainerJson>, string | undefined]>([
    ['a tag that the kubelet pulls at each start', { imagePullPolicy: 'Always' }, `web:1@${DIGEST}`],
    ['the tag latest', { image: 'web', imagePullPolicy: 'IfNotPresent' }, `web@${DIGEST}`],
    ['a tag that the kubelet pulls once', { imagePullPolicy: 'IfNotPresent' }, undefined],
    ['a digest', { image: `web:1@${DIGEST}`, imagePullPolicy: 'Always' }, undefined],
    ['a command in the manifest', { imagePullPolicy: 'Always', command: ['/own'] }, undefined],
  ])('with %s has one warning at most, with the reference by digest', (_what, app, pinned) => {
    const image = app.image ?? 'web:1';
    const { plan } = order(app, { entrypoint: ['/entry'] }, image);
    expect(findFindings(plan!).warnings.filter(w => w.includes('image'))).toEqual(pinned === undefined ? [] : [
      `the gate of 'app' runs the command of ${image} (${DIGEST}), and the tag may point to another image when 'app' starts: run \`cdk8s-startup-order images --check\` in the pipeline, `
      + `or write the image as ${pinned} [SW403]`,
    ]);
  });

  test.each<[string, Partial<ImageConfiguration> | undefined]>([
    ['without an entry', undefined],
    ['whose image has different commands for its platforms', { entrypoint: ['/entry'], differences: { 'linux/arm64': { entrypoint: ['/other'] } } }],
  ])('%s has no gate, and the plan contains the remedy', (_what, image) => {
    const { plan, template } = order({}, image);
    expect(plan!.edges[0].mechanism).toBe(Mechanism.POST_START);
    expect(remediesOf(plan!).join()).toContain('write the `command`');
    expect(template!.metadata?.annotations?.[COMMAND_ANNOTATION]).toBeUndefined();
  });

  const OTHER = `web@sha256:${'b'.repeat(64)}`;

  test.each<[string, Partial<ContainerJson>, Partial<ImageConfiguration>, string | undefined, string[]]>([
    ['the image has no command either', {}, {}, undefined, ['SO642']],
    ['only the manifest has args', { args: ['/serve'] }, {}, undefined, []],
    ['the entry has another digest than the manifest', { image: OTHER }, { entrypoint: ['/entry'] }, OTHER, ['SO643']],
  ])('has an error only if its command is unknown: %s', (_what, app, image, reference, codes) => {
    expect(order(app, image, reference).problems.map(p => p.code)).toEqual(codes);
  });
});

test('a dependent with `command` keeps its command, and the image file has no effect', () => {
  const { template } = order({ command: ['/own', '$(MODE)'] }, { entrypoint: ['/entry'] });
  expect(appOf(template)).toEqual({ command: ['/own', '$(MODE)'], args: undefined });
  expect(template!.metadata?.annotations?.[COMMAND_ANNOTATION]).toBeUndefined();
});

test('any command of an image reaches the process unchanged after the expansion by Kubernetes', () => {
  const env = Object.entries(VARIABLES).map(([name, value]) => ({ name, value }));
  const words = (minLength: number) => fc.array(ANY_WORD, { minLength, maxLength: 3 });
  fc.assert(fc.property(words(1), words(0), fc.boolean(), (entrypoint, cmd, hasVariables) => {
    const { command, args = [] } = appOf(order(hasVariables ? { env } : {}, { entrypoint, cmd }).template);
    expect([...command, ...args].map(word => expand(word, hasVariables ? VARIABLES : {}))).toEqual([...entrypoint, ...cmd]);
  }));
});
