import { ContainerCheckModule } from './check-module';
import { invalidValue, validatePath } from './validate';
import { CheckOf } from '../../api/private/check';

const COMMON = {
  traffic: 'none',
  scope: 'volume',
  buildProbeHandler: () => 'a kubelet probe sees no files, and the image may have no program that does',
} as const;

export const fileExists: ContainerCheckModule<CheckOf<'fileExists'>> = {
  ...COMMON,
  describe: check => `the file ${check.path}`,
  validate: (check, where) => validatePath(check.path, where),
  buildAgentArguments: check => [`--file=${check.path}`],
  argument: { option: '--file', read: path => ({ kind: 'fileExists', path }) },
};

export const fileContains: ContainerCheckModule<CheckOf<'fileContains'>> = {
  ...COMMON,
  describe: check => `'${check.text}' in the file ${check.path}`,
  validate: ({ path, text }, where) => [
    ...validatePath(path, where),
    ...(text !== '' && !/[\n\0]/.test(text)
      ? []
      : [invalidValue(where, 'text', JSON.stringify(text), 'a text of one line, not empty')]),
  ],
  buildAgentArguments: check => [`--file-contains=${check.path}`, `--text=${check.text}`],
  // `--text` follows.
  argument: { option: '--file-contains', read: path => ({ kind: 'fileExists', path }) },
};

export const unixSocket: ContainerCheckModule<CheckOf<'unixSocket'>> = {
  ...COMMON,
  describe: check => `the socket ${check.path}`,
  validate: (check, where) => validatePath(check.path, where),
  buildAgentArguments: check => [`--unix-socket=${check.path}`],
  argument: { option: '--unix-socket', read: path => ({ kind: 'unixSocket', path }) },
};
