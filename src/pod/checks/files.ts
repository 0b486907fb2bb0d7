import { ContainerCheckModule, needed, optional, Rule } from './check-module';
import { CheckOf } from '../../api/private/check';

const COMMON = {
  traffic: 'none',
  scope: 'volume',
  buildProbeHandler: () => 'a kubelet probe sees no files, and the image may have no program that does',
} as const;

export const file: ContainerCheckModule<CheckOf<'file'>> = {
  ...COMMON,
  field: {
    name: 'file',
    means: 'The file or directory exists, or contains a text.',
    value: {
      path: needed('text', 'An absolute path in the file system of the container.'),
      contains: optional(
        'text',
        'A text that a line of the file must contain, taken literally. ' +
          'Default: the file or directory only has to exist.',
      ),
    },
  },
  describe: ({ path, contains }) => `${contains === undefined ? '' : `'${contains}' in `}the file ${path}`,
  rules: ({ path, contains }) => [
    pathRule(path),
    [
      contains === undefined || (contains !== '' && !/[\n\0]/.test(contains)),
      'contains',
      JSON.stringify(contains),
      'a text of one line, not empty',
    ],
  ],
  buildAgentArguments: ({ path, contains }) =>
    contains === undefined ? [`--file=${path}`] : [`--file-contains=${path}`, `--text=${contains}`],
  // `--text` follows `--file-contains`.
  argument: { options: ['--file', '--file-contains'], read: path => ({ kind: 'file', path }) },
};

export const unixSocket: ContainerCheckModule<CheckOf<'unixSocket'>> = {
  ...COMMON,
  field: {
    name: 'unixSocket',
    means: 'A process listens at the Unix socket.',
    value: { path: needed('text', 'An absolute path.') },
  },
  describe: check => `the socket ${check.path}`,
  rules: ({ path }) => [pathRule(path)],
  buildAgentArguments: check => [`--unix-socket=${check.path}`],
  argument: { options: ['--unix-socket'], read: path => ({ kind: 'unixSocket', path }) },
};

function pathRule(path: string): Rule {
  const obeys = /^\/[^\0]*$/.test(path) && !path.split('/').includes('..');
  return [obeys, 'path', `'${path}'`, "an absolute path, beginning with '/', without '..'"];
}
