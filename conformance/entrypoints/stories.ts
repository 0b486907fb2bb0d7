import { Duration } from 'cdk8s';
import { EnvValue, ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, Guarantee, OrderedContainerProps, ReadyCheck } from 'cdk8s-startup-order';
import { sameProcess, sameStop } from './expectations';
import { imageFile, NAMES } from './image-file';
import { WAIT_AGENT } from '../../src/agent/contract';
import { orderedPod } from '../runner/ordered-pod';
import { deletePod, ready, recorded, specified, startsAfter, startsBefore, Story } from '../runner/story';

/** Arguments in the manifest, which Kubernetes expands. They replace the `cmd` of the image. */
const ARGS = ['--of-manifest', '$(GREETING)', '$$(GREETING)', '$$'];

/** For each image with its own command: the same container with a gate and without, in one pod. */
export function entrypointStories(): ReadonlyMap<string, Story> {
  return new Map([
    ...NAMES.map(name => [`entrypoint-${name}`, compareProcesses(name)] as const),
    ...['exec-form', 'dollars'].map(name => [`entrypoint-${name}-args`, compareProcesses(name, { args: ARGS })] as const),
    ['entrypoint-cmd-only-args', compareProcesses('cmd-only', { args: ['server', ...ARGS] })],
    ['entrypoint-path-directory', compareProcesses('path', { workingDir: '/opt' })],
  ]);
}

/** `fields`: fields of the manifest that change the process of the image. */
function compareProcesses(name: string, fields: Pick<OrderedContainerProps, 'args' | 'workingDir'> = {}): Story {
  const image = `registry.local/entrypoint:${name}` as const;
  const container = {
    image,
    imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
    // cdk8s-plus requests a whole CPU by default; a small node would run one pod at a time.
    resources: {},
    envVariables: { GREETING: EnvValue.fromValue('hello') },
    ...fields,
  };
  const change = Object.keys(fields).map(field => `, with \`${field}\` in the manifest`).join('');
  return {
    about: `ENTRYPOINT_GATE: the command of an image (${name}), from the image file${change}, runs exactly as without a gate, and stops in the same way.`,
    app: orderedPod({
      startupOrder: { images: imageFile() },
      terminationGracePeriod: Duration.seconds(3),
      containers: [
        { ...container, name: 'gated', dependsOn: [Dependency.on('cache', { guarantee: Guarantee.EVERY_START })] },
        { ...container, name: 'plain' },
        { name: 'cache', image: 'shop/cache:2', readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) },
      ],
    }),
    images: [image],
    containers: ({ delay }) => ({ cache: { http: `8080/ready@${delay}` } }),
    needsOwnNode: 'no registry has the image',
    faults: [deletePod('gated', { at: recorded('gated'), afterMs: 1000 })],
    expect: [
      specified('plain', 'has no command', ({ command }) => command === undefined),
      specified('gated', 'has a gate', ({ command }) => command?.[0] === WAIT_AGENT),
      startsBefore('plain', ready('cache')),
      startsAfter('gated', ready('cache'), { withinMs: 2000 }),
      sameProcess('gated', 'plain'),
      sameStop('gated', 'plain'),
    ],
  };
}
