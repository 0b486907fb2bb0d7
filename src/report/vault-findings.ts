import { Problem } from '../api/private/problem';
import { PodIntent } from '../pod/intent';
import { PodPlan } from '../pod/pod-plan';
import { warn } from '../pod/warnings';

const VAULT = 'vault.hashicorp.com';

/** The texts that the injector takes for true (Go, strconv.ParseBool). */
const TRUE = /^(1|t|T|true|TRUE|True)$/;

/**
 * Finds containers that move before the init container which writes the secrets of Vault: its injector appends that
 * container to `initContainers` (vault-k8s, commit 00f9152, agent-inject/agent/agent.go `Patch`).
 */
export function findVaultWarnings({ initContainers }: PodPlan, { annotations, containers }: PodIntent): Problem[] {
  const [isInjected, isFirst] = ['agent-inject', 'agent-init-first'].map(key =>
    TRUE.test(annotations[`${VAULT}/${key}`] ?? ''),
  );
  const inInit = new Set(initContainers.map(({ name }) => name));
  const moved = containers.filter(c => !c.inInitContainers && inInit.has(c.name)).map(c => c.name);
  return isInjected && !isFirst && moved.length > 0 ? [warn('SW209', { names: moved })] : [];
}
