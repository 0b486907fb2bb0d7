import { EnvVarJson } from '../../api/private/pod-spec';

/**
 * Expands `$(VAR)` in a command as the kubelet does, with the variables that have a `value` in the manifest. Unknown
 * variables stay unchanged.
 *
 * kubelet 1.27–1.37, container/helpers.go ExpandContainerCommandOnlyStatic
 */
export function expandVariables(command: readonly string[], env: readonly EnvVarJson[] = []): string[] {
  const values = new Map(env.map(({ name, value }) => [name, value ?? '']));
  return command.map(word =>
    word.replace(/\$\$|\$\(([^)]*)\)/g, (found, name?: string) =>
      name === undefined ? '$' : (values.get(name) ?? found),
    ),
  );
}
