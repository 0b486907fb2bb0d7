import { Check } from '../api/private/check';
import { ContainerJson } from '../api/private/pod-spec';
import { ImageFile, ImageHealthcheck } from '../images/image-configuration';
import { differsByPlatform, findImage } from '../images/image-file';

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
