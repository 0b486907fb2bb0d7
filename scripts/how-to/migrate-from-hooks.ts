import { findingsOf } from './command-line';
import { podSpecOf, program, textOf } from './example';
import { containerOf, only, yaml } from './shown';
import { fenced } from '../markdown';

/** Hand-written manifests in test/lint/wrong. The tests of the lint check its findings. */
const BY_HAND = { a2: 'a2-startup-probe', c1: 'c1-fixed-delay', c2: 'c2-config-service', c3: 'c3-hook-that-loops' };

/** Returns the manifest without the leading comments, which are for the test. */
function manifestByHand(name: string): string {
  return textOf(`test/lint/wrong/${name}.yaml`).replace(/^(#.*\n)+/, '');
}

export function migrateFromHooks(): Record<string, string> {
  const found = Object.entries(BY_HAND).flatMap(([key, name]) => {
    const file = `${key}.yaml`;
    const text = manifestByHand(name);
    return [
      [`${key}-before`, fenced('yaml', text)],
      [`${key}-found`, findingsOf(`npx cdk8s-startup-order lint ${file}`, { files: { [file]: text } })],
    ];
  });
  const container = (workload: string, name: string) => containerOf(podSpecOf('migrate-from-hooks', workload), name);
  return {
    ...(Object.fromEntries(found) as Record<string, string>),
    'program': program('migrate-from-hooks'),
    'a2-after': yaml({
      initContainers: [
        only(
          container('sidecar-startup-example', 'sidecar-container'),
          'name',
          'command',
          'restartPolicy',
          'startupProbe',
        ),
      ],
    }),
    'c1-after': yaml({
      initContainers: [only(container('app', 'wait-for-postgres'), 'name', 'command')],
      containers: [only(container('app', 'app'), 'name', 'command')],
    }),
    'c2-after': yaml({
      initContainers: [only(container('configured', 'wait-for-apollo-configservice-fat'), 'name', 'image', 'command')],
    }),
    'c3-after': yaml({
      initContainers: podSpecOf('migrate-from-hooks', 'sidecar-starts-first').initContainers.map((c: any) =>
        only(c, 'name', 'command', 'restartPolicy'),
      ),
      containers: [only(container('sidecar-starts-first', 'application'), 'name', 'image')],
    }),
  };
}
