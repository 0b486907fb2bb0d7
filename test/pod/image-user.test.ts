import { imagesWith } from './image-files';
import { ImageConfiguration } from '../../src/images/image-file';
import { buildIntent } from '../../src/pod/build-intent';
import { AgentOptions, PodSpecJson, resolveOptions } from '../dsl';

const AS_7 = { securityContext: { runAsUser: 7 } };

interface Given {
  readonly container?: object;
  readonly pod?: Partial<PodSpecJson>;
  readonly agent?: AgentOptions;
  readonly differences?: ImageConfiguration['differences'];
}

test.each<[string | undefined, Given, number | undefined]>([
  ...([['101', 101], ['101:102', 101], ['101:nginx', 101], ['nginx', undefined], ['nginx:101', undefined], ['1e3', undefined], [undefined, undefined]] as const)
    .map(([user, number]): [string | undefined, Given, number | undefined] => [user, {}, number]),
  ['101', { container: AS_7 }, 7],
  ['101', { pod: AS_7 }, undefined],
  ['101', { agent: { omitRunAsUser: true } }, undefined],
  ['101', { differences: { 'linux/arm64': { user: '102' } } }, undefined],
  ['101', { differences: { 'linux/arm64': { user: null } } }, undefined],
])('the user %s of an image, with %j, gives the number %s', (user, { container, pod, agent = {}, differences }, expected) => {
  const { settings } = resolveOptions({ agent }, { images: { file: imagesWith('db:1', { user, differences }), problems: [] } });
  const spec = { containers: [{ name: 'db', image: 'db:1', ...container }], ...pod };
  expect(buildIntent({ spec }, { containers: [], sidecarsFirst: false }, settings).intent.containers[0].user).toBe(expected);
});
