import { Check } from '../api/private/check';
import { ContainerJson } from '../api/private/pod-spec';
import { ImageFile, ImageHealthcheck } from '../images/image-configuration';
import { findImage } from '../images/image-file';

/** The default of Docker for one try. */
const TRY_SECONDS = 30;

/** A request to localhost that fails with an HTTP status from 400: `curl -f` without further values, and `wget`. The agent accepts the statuses 200 to 399, too. */
const REQUEST = /^(?:curl(?: -\S+)* (?:-[a-zA-Z]*f[a-zA-Z]*|--fail)(?: -\S+)*|wget(?: -\S+)*) ["']?http:\/\/(?:localhost|127\.0\.0\.1)(?::(\d+))?(\/[^\s"'$`|;&]*)?["']?(?: \|\| exit 1)?$/;

/** Options with a value, or which change the request or its result. */
const CHANGES_REQUEST = / (?:-[a-zA-Z]*[XdHuomxLkTO](?! ?-)|--(?!fail\b|silent\b|show-error\b|spider\b|quiet\b|no-verbose\b)\S+)/;

/** A connection to localhost that only shows that the port is open. */
const CONNECTION = /^nc (?=(?:-\S+ |\d+ )*-[a-z]*z)(?:-[nvz]+ |-[nvz]*w ?\d+ )+(?:localhost|127\.0\.0\.1) (\d+)(?: \|\| exit 1)?$/;

/** Returns the HEALTHCHECK of the image of a container; `undefined`: none, or the image file does not contain the image. */
export function findHealthcheck({ image = '' }: ContainerJson, images: ImageFile | undefined): ImageHealthcheck | undefined {
  const healthcheck = images && findImage(images, image)?.healthcheck;
  return healthcheck && healthcheck.test.length > 1 && healthcheck.test[0] !== 'NONE' ? healthcheck : undefined;
}

/** Translates a HEALTHCHECK. The agent makes a plain HTTP request or connection itself, so that dependents can check each time they start. Any other command runs in the container. */
export function readHealthcheck({ test: [kind, ...words], timeoutSeconds = TRY_SECONDS }: ImageHealthcheck): Check {
  const text = words.join(' ');
  const request = CHANGES_REQUEST.test(text) ? null : REQUEST.exec(text);
  if (request) {
    const [, port = '80', path = '/'] = request;
    return { kind: 'httpGet', scheme: 'http', host: '127.0.0.1', port: Number(port), path, trySeconds: timeoutSeconds };
  }
  const connection = CONNECTION.exec(text);
  if (connection) { return { kind: 'tcpSocket', host: '127.0.0.1', port: Number(connection[1]), trySeconds: timeoutSeconds }; }
  return { kind: 'command', command: kind === 'CMD-SHELL' ? ['/bin/sh', '-c', text] : words, trySeconds: timeoutSeconds };
}
