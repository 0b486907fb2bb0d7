import { imageError, SourceImage } from './image-source';
import { withoutUndefined } from '../../../src/api/private/collections';
import { JsonObject } from '../../../src/api/private/json-object';
import {
  ImageConfiguration,
  ImageDifference,
  ImageFields,
  ImageHealthcheck,
  IMAGE_FIELDS,
} from '../../../src/images/image-file';
import { objectOf, textOf } from '../../read/coerce-json';

const NANOSECONDS = 1e9;

/**
 * Returns the entry of an image. Throws an error if it has no platform for Linux, or if its platforms have different
 * commands.
 */
export function createEntry({ digest, configurations }: SourceImage): ImageConfiguration {
  const sorted = configurations
    .filter(c => c.platform.startsWith('linux/'))
    .sort((a, b) => (a.platform < b.platform ? -1 : 1));
  if (sorted.length === 0) {
    throw imageError('SO655', {});
  }
  // linux/amd64 is the reference if the image has it.
  const first = sorted.find(c => c.platform === 'linux/amd64') ?? sorted[0];
  const fields = readFields(first.config);
  const differences: Record<string, ImageDifference> = {};
  for (const { platform, config } of sorted) {
    const others = readFields(config);
    const different = IMAGE_FIELDS.filter(name => show(fields[name]) !== show(others[name]));
    const field = (['entrypoint', 'cmd'] as const).find(command => different.includes(command));
    if (field !== undefined) {
      throw imageError('SO656', {
        field,
        first: first.platform,
        firstValue: show(fields[field]),
        second: platform,
        secondValue: show(others[field]),
      });
    }
    if (different.length > 0) {
      differences[platform] = Object.fromEntries(different.map(name => [name, others[name] ?? null]));
    }
  }
  const platforms = [...new Set(sorted.map(c => c.platform))];
  return { digest, platforms, ...fields, ...(Object.keys(differences).length > 0 ? { differences } : {}) };
}

/** Formats the value of a field for the user. */
export function show(value: unknown): string {
  return JSON.stringify(value) ?? 'empty';
}

/** Reads the field `config` of an image, whose types are unchecked. Empty values are left out. */
function readFields(config: JsonObject): ImageFields {
  return withoutUndefined<ImageFields>({
    entrypoint: readStrings(config.Entrypoint),
    cmd: readStrings(config.Cmd),
    user: readString(config.User),
    workingDir: readString(config.WorkingDir),
    path: readString(
      readStrings(config.Env)
        ?.find(variable => variable.startsWith('PATH='))
        ?.slice('PATH='.length),
    ),
    stopSignal: readString(config.StopSignal),
    exposedPorts: readExposedPorts(config.ExposedPorts),
    healthcheck: readHealthcheck(config.Healthcheck, readStrings(config.Shell)),
  });
}

const readString = (value: unknown) => textOf(value) || undefined;

function readStrings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(text => typeof text === 'string') ? value : undefined;
}

function readExposedPorts(value: unknown): readonly string[] | undefined {
  const ports = Object.keys(objectOf(value) ?? {});
  return ports.length === 0 ? undefined : ports.sort((a, b) => parseInt(a, 10) - parseInt(b, 10) || (a < b ? -1 : 1));
}

/**
 * Docker runs the command of a HEALTHCHECK with `SHELL` of the image, /bin/sh by default (moby, daemon/health.go,
 * getShell).
 */
function readHealthcheck(value: unknown, shell: readonly string[] | undefined): ImageHealthcheck | undefined {
  const { Test, Interval, Timeout, StartPeriod, Retries } = (value ?? {}) as JsonObject;
  const command = readStrings(Test);
  if (command === undefined) {
    return undefined;
  }
  const isDefault = shell === undefined || shell.join(' ') === '/bin/sh -c';
  const test = command[0] === 'CMD-SHELL' && !isDefault ? ['CMD', ...shell, ...command.slice(1)] : command;
  const number = (given: unknown, unit: number) => (typeof given === 'number' && given > 0 ? given / unit : undefined);
  return withoutUndefined({
    test,
    intervalSeconds: number(Interval, NANOSECONDS),
    timeoutSeconds: number(Timeout, NANOSECONDS),
    startPeriodSeconds: number(StartPeriod, NANOSECONDS),
    retries: number(Retries, 1),
  });
}
