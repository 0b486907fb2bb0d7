import { PodSpecJson } from '../../src/api/private/pod-spec';
import { AgentOptions } from '../../src/api/startup-order-options';
import { ImageConfiguration } from '../../src/images/image-configuration';
import { buildIntent } from '../../src/pod/build-intent';
import { resolveOptions } from '../../src/pod/resolve-options';

/** Returns the user of a container with the image `db:1`. */
function userOf(
  user: string | undefined, container: object = {}, pod: Partial<PodSpecJson> = {}, agent: AgentOptions = {}, differences?: ImageConfiguration['differences'],
): number | undefined {
  const images = new Map([['db:1', { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], user, differences }]]);
  const { settings } = resolveOptions({ agent }, { images: { file: { images }, problems: [] } });
  const spec = { containers: [{ name: 'db', image: 'db:1', ...container }], ...pod };
  return buildIntent({ spec }, { containers: [], sidecarsFirst: false }, settings, []).intent.containers[0].user;
}

test.each([['101', 101], ['101:102', 101], ['101:nginx', 101], ['nginx', undefined], ['nginx:101', undefined], ['1e3', undefined], [undefined, undefined]])(
  'the user %s of an image gives the number %s', (user, expected) => {
    expect(userOf(user)).toBe(expected);
  });

test('`runAsUser` of the container takes precedence over the user of its image', () => {
  expect(userOf('101', { securityContext: { runAsUser: 7 } })).toBe(7);
});

test('the user of an image has no effect in a pod with `runAsUser`, and with `omitRunAsUser`', () => {
  expect(userOf('101', {}, { securityContext: { runAsUser: 7 } })).toBeUndefined();
  expect(userOf('101', {}, {}, { omitRunAsUser: true })).toBeUndefined();
});

test('an image whose platforms have different users has no number', () => {
  expect(userOf('101', {}, {}, {}, { 'linux/arm64': { user: '102' } })).toBeUndefined();
  expect(userOf('101', {}, {}, {}, { 'linux/arm64': { user: null } })).toBeUndefined();
});
