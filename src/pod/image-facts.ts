import { CommandIntent, ContainerIntent, ImageCommand } from './intent';
import { problem } from './problems';
import { Check } from '../api/private/check';
import { ContainerJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';
import { ImageFile, differsByPlatform, findImage, ImageHealthcheck, findImageField } from '../images/image-file';
import { parseImageReference } from '../images/image-reference';

/** The default of Docker for one try. */
const TRY_SECONDS = 30;

/** A word that a shell leaves unchanged, apart from its quotes. */
const PLAIN = /^(?:[\w./:=@%+,?-]+|"[\w./:=@%+,?&-]+"|'[\w./:=@%+,?&-]+')$/;

/**
 * A request to localhost that fails with an HTTP status from 400: `curl -f` and `wget`, with options that change
 * neither the request nor its result. The agent accepts the statuses 200 to 399, too.
 */
const REQUEST = new RegExp(
  '^(?:curl (?=(?:\\S+ )*(?:-[ksSv]*f|--fail ))(?:(?:-[fksSv]+|--(?:fail|insecure|show-error|silent|verbose)) ' +
    ')+|wget (?=(?:\\S+ )*(?:--spider|-q?O))(?:(?:-q|-nv|--quiet|--no-verbose|--spider|--tries=1|-q?O ' +
    '?(?:-|/dev/null)) )+)(?:http://)?(?:localhost|127\\.0\\.0\\.1)(?::(\\d+))?(/\\S*)?$',
);

/** A connection to localhost that only shows that the port is open. */
const CONNECTION = /^nc (?=(?:\S+ )*-[nvw]*z)(?:-[nvz]+ |-[nvz]*w ?\d+ )+(?:localhost|127\.0\.0\.1) (\d+)$/;

/** An image, or the reason why a check cannot use its HEALTHCHECK. */
export type HealthcheckReading =
  | ImageHealthcheck
  | 'has no HEALTHCHECK'
  | 'is not in the image file'
  | 'has different HEALTHCHECKs for its platforms';

export function findHealthcheck({ image = '' }: ContainerJson, images: ImageFile | undefined): HealthcheckReading {
  const configuration = findImage(images, image);
  if (!configuration) {
    return 'is not in the image file';
  }
  if (differsByPlatform(configuration, 'healthcheck')) {
    return 'has different HEALTHCHECKs for its platforms';
  }
  const { healthcheck } = configuration;
  return healthcheck && healthcheck.test.length > 1 && healthcheck.test[0] !== 'NONE'
    ? healthcheck
    : 'has no HEALTHCHECK';
}

/**
 * Translates a HEALTHCHECK. The agent makes a plain HTTP request or connection itself, so that dependents can check
 * each time they start. Any other command runs in the container. Kubernetes supports whole seconds only.
 */
export function readHealthcheck({ test: [kind, ...words], timeoutSeconds = TRY_SECONDS }: ImageHealthcheck): Check {
  const trySeconds = Math.max(1, Math.ceil(timeoutSeconds));
  const text = kind === 'CMD-SHELL' ? joinShellWords(words) : joinPlainWords(words);
  const [, requestPort = '80', path = '/'] = REQUEST.exec(text) ?? [];
  if (REQUEST.test(text) && isPort(requestPort)) {
    return { kind: 'httpGet', scheme: 'http', host: '127.0.0.1', port: Number(requestPort), path, trySeconds };
  }
  const [, port = ''] = CONNECTION.exec(text) ?? [];
  if (isPort(port)) {
    return { kind: 'tcpSocket', host: '127.0.0.1', port: Number(port), trySeconds };
  }
  return { kind: 'command', command: kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...words] : words, trySeconds };
}

/** Returns the words of a shell command that is one plain program, without `|| exit 1`; otherwise ''. */
function joinShellWords([text, ...parameters]: readonly string[]): string {
  const words = text
    .trim()
    .replace(/ *\|\| *(?:exit 1|false)$/, '')
    .split(/ +/);
  return parameters.length === 0 && words.every(word => PLAIN.test(word))
    ? words.map(word => word.replace(/["']/g, '')).join(' ')
    : '';
}

/** A word with blanks or quotes is not the same in `test` and in a text of all words. */
function joinPlainWords(words: readonly string[]): string {
  return words.every(word => PLAIN.test(word) && !/["']/.test(word)) ? words.join(' ') : '';
}

function isPort(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 65535;
}

/**
 * Returns the numeric user of the image of a container, such as 101 for `101:101`. A name has a number only inside the
 * image. `undefined` if the platforms of the image have different users.
 */
export function findImageUser({ image = '' }: ContainerJson, images: ImageFile | undefined): number | undefined {
  const user = findImageField(images, image, 'user');
  return user !== undefined && /^\d+(:|$)/.test(user) ? parseInt(user, 10) : undefined;
}

/**
 * Returns the source of the command of a container. As in Kubernetes, `args` of the manifest replaces the `cmd` of the
 * image, and `command` replaces both:
 * https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
 */
export function findCommand(
  { command, args = [], image = '' }: ContainerJson,
  images: ImageFile | undefined,
): CommandIntent | undefined {
  if ((command ?? []).length > 0) {
    return { from: 'manifest' };
  }
  const configuration = findImage(images, image);
  if (!configuration || differsByPlatform(configuration, 'entrypoint', 'cmd')) {
    return undefined;
  }
  const { digest, entrypoint = [], cmd = [] } = configuration;
  const ofImage = args.length > 0 ? [] : cmd;
  if (entrypoint.length === 0) {
    return { from: 'image', image, digest, command: ofImage };
  }
  return { from: 'image', image, digest, command: entrypoint, args: ofImage.length > 0 ? ofImage : undefined };
}

/** Finds images without any command, and images whose entry is of another digest. */
export function validateImages(containers: readonly ContainerJson[], images: ImageFile): Problem[] {
  const problems: Problem[] = [];
  for (const container of containers) {
    const { name, image = '', args = [] } = container;
    const found = findCommand(container, images);
    const digest = (container.command ?? []).length > 0 ? undefined : findImage(images, image)?.digest;
    const wanted = parseImageReference(image)?.digest;
    if (digest !== undefined && wanted !== undefined && wanted !== digest) {
      problems.push(problem('SO643', { name, image, digest }));
    }
    if (found?.from === 'image' && found.command.length + args.length === 0) {
      problems.push(problem('SO642', { name, image }));
    }
  }
  return problems;
}

/**
 * Whether the kubelet can start the container with another image than the image file contains: it pulls the tag at each
 * start, or the tag is `latest`.
 */
export function followsTag({ image, imagePullPolicy }: ContainerIntent): boolean {
  const reference = parseImageReference(image);
  return (
    reference !== undefined &&
    reference.digest === undefined &&
    (imagePullPolicy === 'Always' || reference.tag === 'latest')
  );
}

/**
 * Returns the pull policy of the container; `undefined`: the API server writes IfNotPresent.
 *
 * kubernetes 1.27–1.37, pkg/apis/core/v1/defaults.go SetDefaults_Container
 */
export function findPullPolicy({ image, imagePullPolicy }: ContainerIntent): string | undefined {
  const isLatest = parseImageReference(image)?.tag === 'latest';
  return imagePullPolicy ?? (isLatest ? 'Always' : undefined);
}

/** Returns 'nginx:1.27 (sha256:…)'. */
export function formatImageDigest({ image, digest }: ImageCommand): string {
  return `${image} (${digest})`;
}

/** Returns 'nginx:1.27@sha256:…'. */
export function formatPinnedImage({ image, digest }: ImageCommand): string {
  return image.includes('@') ? image : `${image}@${digest}`;
}

/** The signals that the wait agent can send, with the numbers of Linux on all architectures of the agent. */
const SIGNALS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGWINCH: 28,
};

/**
 * Returns the name of the signal with which the kubelet stops the container; `undefined`: SIGTERM, or unknown.
 * `lifecycle.stopSignal` takes precedence over the STOPSIGNAL of the image, which can be a name with or without `SIG`,
 * or a number.
 *
 * kubernetes 1.33–1.37, lifecycle.stopSignal (feature gate ContainerStopSignals)
 */
export function findStopSignal(
  { image = '', lifecycle }: ContainerJson,
  images: ImageFile | undefined,
): string | undefined {
  const given = lifecycle?.stopSignal ?? findImageField(images, image, 'stopSignal');
  return given === undefined
    ? undefined
    : Object.keys(SIGNALS).find(name => [name, name.slice(3), `${SIGNALS[name]}`].includes(given.toUpperCase()));
}
