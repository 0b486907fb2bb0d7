import { ImageFile, findImage, formatImageFile, parseImageFile } from '../../src/images/image-file';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const PLAIN = { digest: DIGEST, platforms: ['linux/amd64'] };
const file = (images: Record<string, unknown>, version: unknown = 1) => JSON.stringify({ version, images });

test('an image file keeps its text when it is read and written', () => {
  const entry = {
    ...PLAIN,
    entrypoint: ['/docker-entrypoint.sh'],
    cmd: ['nginx', '-g', 'daemon off;'],
    user: '101',
    workingDir: '/app',
    path: '/usr/bin:/bin',
    stopSignal: 'SIGQUIT',
    exposedPorts: ['80/tcp'],
    healthcheck: { test: ['CMD-SHELL', 'curl -f localhost/'], intervalSeconds: 30, timeoutSeconds: 3, startPeriodSeconds: 5, retries: 3 },
    differences: { 'linux/arm64': { user: null, path: '/bin' } },
  };
  const text = `${JSON.stringify({ version: 1, images: { 'ghcr.io/acme/web:1.4': entry } }, undefined, 2)}\n`;
  expect(formatImageFile(parseImageFile(text, 'x.json'))).toBe(text);
});

test('the text of an image file does not depend on the order of its images', () => {
  const texts = [['b', 'a'], ['a', 'b']].map(names => formatImageFile({ images: new Map(names.map(name => [name, PLAIN])) }));
  expect(texts[0]).toBe(texts[1]);
});

test('an image is found by any spelling of its reference, and only by its own tag', () => {
  const images: ImageFile = { images: new Map([['nginx', PLAIN]]) };
  expect(['nginx', 'nginx:latest', 'docker.io/library/nginx', 'index.docker.io/nginx:latest'].map(r => findImage(images, r))).toEqual(Array(4).fill(PLAIN));
  expect(['nginx:1.27', 'ghcr.io/library/nginx', 'toString'].map(r => findImage(images, r))).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['text that is not JSON', '{"version": 1,', /^\[x\.json\] the image file is invalid: the file is not JSON \(.+\); correct it, or remove it and run `cdk8s-startup-order images` \[SO640\]$/],
  ['a list', '[]', /the file is not an object.*SO640/],
  ['an unknown version', file({}, 2), /^\[x\.json\] the image file has the version 2, .* reads version 1; use a newer version of the library.*\[SO641\]$/],
  ['no version', '{"images":{}}', /has the version missing.*SO641/],
  ['no images', '{"version":1}', /`images` is missing; it must be an object; .*SO640/],
  ['no map of images', '{"version":1,"images":null}', /`images` is null; it must be an object; .*SO640/],
  ['an entry without a digest', file({ nginx: { ...PLAIN, digest: undefined } }), /`images\['nginx'\]\.digest` is missing; it must be a digest, .*SO640/],
  ['an invalid digest', file({ nginx: { ...PLAIN, digest: 'sha256:1' } }), /digest` is 'sha256:1'; it must be a digest/],
  ['an entrypoint as a text', file({ nginx: { ...PLAIN, entrypoint: '/app' } }), /entrypoint` is '\/app'; it must be a list of strings/],
  ['a Windows image', file({ nginx: { ...PLAIN, platforms: ['linux/amd64', 'windows/amd64'] } }),
    /^\[x\.json\] .*images\['nginx'\]\.platforms` is a list of 2; it must be a list of Linux platforms, such as linux\/amd64; .*\[SO640\]$/],
  ['an unknown field', file({ nginx: { ...PLAIN, env: ['A=b'] } }), /unknown property `images\['nginx'\]\.env`; correct the name.* \(known here: digest, platforms, /],
  ['a wrong difference', file({ nginx: { ...PLAIN, differences: { 'linux/arm64': { user: 1 } } } }), /differences\['linux\/arm64'\]\.user` is 1; it must be/],
  ['an invalid reference', file({ 'Nginx:1': PLAIN }), /'Nginx:1' is not an image reference/],
  ['two spellings of one image', file({ 'nginx': PLAIN, 'nginx:latest': PLAIN }), /'nginx' and 'nginx:latest' are the same image/],
])('%s in an image file is an error with the file and a remedy', (_, text, expected) => {
  expect(() => parseImageFile(text, 'x.json')).toThrow(expected);
});
