import { readFileSync } from 'fs';
import { output, runCli, writeManifest, written } from './run-cli';
import { fail, missing, simulatePrograms } from './simulated-programs';
import { image } from './test-images';
import { Host } from '../../../tools/cli/host';

const WEB = image({ Cmd: ['/web'] });
const run = (start: Host['start'], args: readonly string[] = []) =>
  runCli(['images', writeManifest(['acme/web:1']), '--output', output, ...args], start);

test('the first program on the PATH is the default, and --with chooses another', async () => {
  const asked: string[] = [];
  const start: Host['start'] = async (program, args, limit) => {
    if (program === 'crane') { return missing(); }
    asked.push([program, ...args].join(' '));
    return simulatePrograms({ 'acme/web:1': WEB })(program, args, limit);
  };
  expect([(await run(start)).code, (await run(start, ['--with', 'buildx'])).code]).toEqual([0, 0]);
  expect(asked).toEqual([
    'skopeo --version',
    'skopeo inspect --raw docker://docker.io/acme/web:1',
    `skopeo inspect --config --raw docker://docker.io/acme/web@${WEB.root.digest}`,
    'docker --version',
    'docker buildx imagetools inspect --raw docker.io/acme/web:1',
    `docker buildx imagetools inspect --raw docker.io/acme/web@${WEB.documents[1].digest}`,
  ]);
});

test('a PATH without a program gives a coded error, except if no image is wanted', async () => {
  const before = readFileSync(output, 'utf8');
  expect(await run(async () => missing())).toEqual(
    { code: 2, out: '', error: expect.stringMatching(/^the PATH has no crane, skopeo, docker, podman; install it, or choose .*\[SO659\]\n$/) });
  expect((await run(async () => missing(), ['--with', 'skopeo'])).error).toMatch(/^the PATH has no skopeo; install it/);
  expect(readFileSync(output, 'utf8')).toBe(before);
  expect((await run(async () => missing(), ['--with', 'regctl'])).error).toMatch(/Allowed choices are crane, skopeo, buildx, docker, podman\./);
  expect((await runCli(['images', writeManifest([]), '--output', output], async () => missing())).code).toBe(0);
});

// The texts are from the real programs: crane 0.22.1, skopeo 1.9.3, buildx 0.38.2, Docker 28.2.2 and Podman 4.3.1.
test.each([
  ['crane', 'Error: fetching manifest r/web:1: GET http://127.0.0.1:5056/v2/web/manifests/1: UNAUTHORIZED: authentication required; [map[Action:pull Class: Name:web Type:repository]]\n',
    /`crane manifest docker\.io\/acme\/web:1` gets no access: Error: .*run `crane auth login docker\.io` .*\[SO652\]/],
  ['crane', '2026/11/24 15:59:54 No matching credentials were found for "127.0.0.1:5058"\nError: fetching manifest r/web:1: GET http://127.0.0.1:5058/token?scope=x: UNAUTHORIZED: incorrect username or password\n',
    /gets no access: .*\[SO652\]/],
  ['skopeo', 'time="2026-11-24T15:54:01Z" level=fatal msg="Error parsing image name \\"docker://r/web:1\\": reading manifest 1 in r/web: unauthorized: authentication required"\n',
    /run `skopeo login docker\.io` .*\[SO652\]/],
  ['skopeo', 'time="2026-11-24T15:59:54Z" level=fatal msg="Error parsing image name \\"docker://r/web:1\\": reading manifest 1 in r/web: denied"\n', /gets no access: .*\[SO652\]/],
  ['buildx', 'ERROR: unexpected status from HEAD request to http://127.0.0.1:5056/v2/web/manifests/1: 401 Unauthorized\n', /run `docker login docker\.io` .*\[SO652\]/],
  ['buildx', 'ERROR: unexpected status from HEAD request to http://127.0.0.1:5059/v2/web/manifests/1: 403 Forbidden\ndenied\n', /gets no access: .*\[SO652\]/],
  ['buildx', 'docker: unknown command: docker buildx\n\nRun \'docker --help\' for more information\n',
    /`docker buildx imagetools inspect --raw docker\.io\/acme\/web:1`: docker: unknown command: docker buildx Run 'docker --help' for more information; correct .*`--with` \[SO657\]/],
  ['crane', 'Error: error getting credentials - err: exec: "docker-credential-none-such": executable file not found in $PATH, out: ``\n', /executable file not found.*\[SO657\]/],
  ['skopeo', 'time="2026-11-24T15:53:30Z" level=fatal msg="pinging container registry r: Get \\"https://r/v2/\\": dial tcp: lookup r: no such host"\n', /no such host.*\[SO657\]/],
  ['buildx', 'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock\n', /permission denied.*\[SO657\]/],
  ['docker', 'Error response from daemon: No such image: docker.io/acme/web:1\n', /`docker image inspect docker\.io\/acme\/web:1` finds no such image; .*push or pull.*\[SO651\]/],
  ['podman', 'Error: inspecting object: docker.io/acme/web:1: image not known\n', /finds no such image.*\[SO651\]/],
  ['crane', `\u001b[31m${'x'.repeat(2000)}\u0007`, /`crane manifest \S+`: x{500}; correct/],
])('%s fails with "%s": a coded error with the remedy', async (program, stderr, expected) => {
  const before = readFileSync(output, 'utf8');
  const start: Host['start'] = async (_program, args) => args[0] === '--version' ? '1.0' : fail(stderr);
  const { code, error } = await run(start, ['--with', program]);
  expect([code, error]).toEqual([2, expect.stringMatching(expected)]);
  expect(error).toMatch(/^\[acme\/web:1, Pod web, container app-0\] [^\u001b\n]*\n$/);
  expect(readFileSync(output, 'utf8')).toBe(before);
});

describe('images of this machine', () => {
  const digest = `sha256:${'d'.repeat(64)}`;
  const manifest = `sha256:${'a'.repeat(64)}`;
  const HEALTHCHECK = { Test: ['CMD-SHELL', 'curl -f localhost/'], Interval: 30e9 };
  /** The fields of the API of Docker 28 (moby, api/types/image, InspectResponse). */
  const DOCKER = {
    Id: `sha256:${'e'.repeat(64)}`,
    RepoTags: ['acme/web:1'],
    RepoDigests: [`other/web@sha256:${'f'.repeat(64)}`, `acme/web@${digest}`],
    Architecture: 'arm64',
    Variant: 'v8',
    Os: 'linux',
    Config: { Cmd: ['/web'], Healthcheck: HEALTHCHECK, Shell: ['/bin/bash', '-c'] },
  };
  /** Recorded from Podman 4.3.1: `Digest` is the digest that was pulled, `RepoDigests` is sorted, and the HEALTHCHECK is next to `Config`. */
  const PODMAN = {
    Id: 'e'.repeat(64),
    Digest: digest,
    RepoTags: ['docker.io/acme/web:1'],
    RepoDigests: [`docker.io/acme/web@${manifest}`, `docker.io/acme/web@${digest}`],
    Architecture: 'amd64',
    Os: 'linux',
    Config: { Cmd: ['/web'] },
    User: '',
    Healthcheck: HEALTHCHECK,
  };
  const ENTRY = { digest, platforms: ['linux/amd64'], cmd: ['/web'], healthcheck: { test: HEALTHCHECK.Test, intervalSeconds: 30 } };

  test.each([
    ['docker', DOCKER, { ...ENTRY, platforms: ['linux/arm64'], healthcheck: { test: ['CMD', '/bin/bash', '-c', 'curl -f localhost/'], intervalSeconds: 30 } }],
    ['podman', PODMAN, ENTRY],
    ['podman', { ...PODMAN, RepoDigests: [] }, { ...ENTRY, digest: `sha256:${'e'.repeat(64)}` }],
  ])('--with %s reads the output of its image inspect', async (program, inspected, expected) => {
    const asked: string[] = [];
    const start: Host['start'] = async (name, args) => {
      asked.push([name, ...args].join(' '));
      return JSON.stringify([inspected]);
    };
    expect(await run(start, ['--with', program])).toMatchObject({ code: 0, error: '' });
    expect(asked).toEqual([`${program} --version`, `${program} image inspect docker.io/acme/web:1`]);
    expect(written()).toEqual({ 'acme/web:1': expected });
  });

  test.each([
    ['', /: the output is not JSON \(.*\[SO657\]\n$/],
    ['{"name":"acme/web:1","image":{}}', /: the output is not that of `docker image inspect` or `podman image inspect`; .*\[SO657\]\n$/],
    ['[{"Id":"x"}]', /: the output is not that of .*\[SO657\]\n$/],
    ['[{"Id":"x","Os":"linux","RepoTags":["acme/web:1"]}]', /: the output is not the configuration of an image.*\[SO657\]\n$/],
    ['[]', /` finds no such image.*\[SO651\]\n$/],
  ])('the output %s gives a coded error', async (text, expected) => {
    expect(await run(async () => text, ['--with', 'docker'])).toMatchObject({ code: 2, error: expect.stringMatching(expected) });
  });
});
