import { problem, PROBLEMS } from './problems';
import { isObject, JsonObject } from '../../../src/api/private/json-object';
import { Problem } from '../../../src/api/private/problem';

/**
 * An error about one image. The command adds the image and its container, and reports the errors of all images
 * together.
 */
export class ImageError extends Error {
  constructor(public readonly cause: Problem) {
    super(`${cause.text} [${cause.code}]`);
  }
}

export function imageError<C extends keyof typeof PROBLEMS>(
  code: C,
  about: Parameters<typeof problem<C>>[1],
): ImageError {
  return new ImageError(problem(code, about));
}

/** An image of a registry or of this machine, with one configuration for each platform. */
export interface SourceImage {
  readonly digest: string;
  readonly configurations: readonly PlatformConfiguration[];
}

export interface PlatformConfiguration {
  /** Such as `linux/arm64`. */
  readonly platform: string;
  /** The field `config` of the image, in the format of Docker and OCI. */
  readonly config: JsonObject;
}

/** Parses the output of a program. `source`: the command that prints it. */
export function parseOutput(output: string, source: string): unknown {
  try {
    return JSON.parse(output);
  } catch (error) {
    throw imageError('SO657', { source, why: `the output is not JSON (${(error as Error).message})` });
  }
}

/** Reads the configuration of an image in the format of OCI. `index`: its platform in the index of the image. */
export function readConfiguration(image: JsonObject, source: string, index?: JsonObject): PlatformConfiguration {
  if (typeof image.os !== 'string' || typeof image.architecture !== 'string') {
    throw imageError('SO657', { source, why: 'the output is not the configuration of an image' });
  }
  const { os = image.os, architecture = image.architecture, variant } = isObject(index) ? index : image;
  // arm64 has only the variant v8.
  const suffix = variant && !(architecture === 'arm64' && variant === 'v8') ? `/${variant}` : '';
  return { platform: `${os}/${architecture}${suffix}`, config: isObject(image.config) ? image.config : {} };
}
