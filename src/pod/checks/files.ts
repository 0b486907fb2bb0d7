import { ContainerCheckModule } from './check-module';
import { invalidValue, validatePath } from './validate';
import { CheckOf } from '../../api/private/check';

const COMMON = {
  findTool: () => undefined,
  traffic: 'none',
  scope: 'volume',
  buildProbeHandler: () => 'a kubelet probe sees no files, and the image may have no program that does',
} as const;

export const fileExists: ContainerCheckModule<CheckOf<'fileExists'>> = {
  ...COMMON,
  describe: check => `the file ${check.path}`,
  validate: (check, where) => validatePath(check.path, where),
  buildAgentArguments: check => [`--file=${check.path}`],
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
};

export const unixSocket: ContainerCheckModule<CheckOf<'unixSocket'>> = {
  ...COMMON,
  describe: check => `the socket ${check.path}`,
  validate: (check, where) => validatePath(check.path, where),
  buildAgentArguments: check => [`--unix-socket=${check.path}`],
};
