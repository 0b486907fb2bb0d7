import { entry, raise } from '../../../src/api/private/problem';

export const PROBLEMS = {
  SO651: entry(
    'image that does not exist',
    { source: 'crane manifest registry.example.com/web:1' },
    a => `\`${a.source}\` finds no such image; correct the image in the manifest, or push or pull the image`,
  ),
  SO652: entry(
    'image whose registry refuses access',
    {
      source: 'crane manifest registry.example.com/web:1',
      why: 'UNAUTHORIZED: authentication required',
      login: 'crane auth login registry.example.com',
    },
    a =>
      `\`${a.source}\` gets no access: ${a.why}; correct the image, or run \`${a.login}\` with an account ` +
      `that can pull it`,
  ),
  SO653: entry(
    'image whose content does not match its digest',
    {
      source: 'crane blob registry.example.com/web@sha256:…',
      wanted: `sha256:${'0'.repeat(64)}`,
      given: `sha256:${'1'.repeat(64)}`,
    },
    a =>
      `the output of \`${a.source}\` has the digest ${a.given} instead of ${a.wanted}; correct the registry, ` +
      `mirror or proxy that changes the content`,
  ),
  SO654: entry(
    'image in an unsupported format',
    { mediaType: 'application/vnd.docker.distribution.manifest.v1+json' },
    a =>
      `the image has the media type ${a.mediaType}, which this version does not support; use a current version ` +
      `of Docker, Podman or BuildKit to push the image again`,
  ),
  SO655: entry(
    'image without a platform for Linux',
    {},
    () =>
      'the image has no platform for Linux, and the wait agent runs only on Linux; write the `command` of the ' +
      'container in the manifest, or use an image for Linux',
  ),
  SO656: entry(
    'image whose platforms have different commands',
    {
      field: 'entrypoint',
      first: 'linux/amd64',
      firstValue: '["/app"]',
      second: 'linux/arm64',
      secondValue: '["/app-arm64"]',
    },
    a =>
      `the ${a.field} of the image is ${a.firstValue} for ${a.first} and ${a.secondValue} for ${a.second}, and ` +
      `a manifest is the same for all nodes; ` +
      'write the `command` of the container in the manifest',
  ),
  SO657: entry(
    'image that cannot be read',
    { source: 'crane manifest registry.example.com/web:1', why: 'no answer within 60 s' },
    a =>
      `\`${a.source}\`: ${a.why}; correct the cause and run the command again, or choose another program ` +
      `with \`--with\``,
  ),
  SO658: entry(
    'invalid image reference',
    { given: 'Nginx:1.27' },
    a => `'${a.given}' is not an image reference; write it as in nginx:1.27 or registry.example.com/team/app@sha256:…`,
  ),
  SO659: entry(
    'program that is not installed',
    { missing: ['crane'] as readonly string[], known: ['crane', 'skopeo', 'docker'] as readonly string[] },
    a =>
      `the PATH has no ${a.missing.join(', ')}; install it, or choose another program with \`--with\`: ` +
      a.known.join(', '),
  ),
};

export const problem = raise(PROBLEMS);
