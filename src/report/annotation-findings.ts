/** Annotations for other programs, which look for a container in `containers`. */
import { Problem } from '../api/private/problem';
import { PodIntent } from '../pod/intent';
import { PodPlan } from '../pod/pod-plan';
import { warn } from '../pod/warnings';

/**
 * For the container `$1`, otherwise for all, and usually the first needs it: Datadog (commit 2a080d5,
 * libraryinjection/pod_patcher.go).
 */
const DATADOG = /^admission\.datadoghq\.com\/(?:(.+)\.)?[a-z]+-lib\.(?:version|custom-image)$/;

/**
 * Their values are names of containers: Velero (commit d30d389, wait_exec_hook_handler.go), 1Password (commit 0ea3106,
 * webhook.go `mutateContainer`: it changes the container with the same index in `containers`), and Grafana (chart
 * k8s-monitoring, commit 1963110, feature-annotation-autodiscovery/templates/_pods.alloy.tpl).
 */
const NAMES = [
  'post.hook.restore.velero.io/container',
  'operator.1password.io/inject',
  'k8s.grafana.com/metrics.container',
];

/**
 * They apply to the first container, unless another annotation with the prefix `$1` names containers: OpenTelemetry
 * operator (commit be89444, instrumentation/sdk.go `ensureContainer`), Velero (podexec/pod_command_executor.go).
 */
const FIRST =
  /^(instrumentation\.opentelemetry\.io|(?:pre|post)\.hook\.(?:backup|restore)\.velero\.io)\/(?:inject-|command$)/;

/** The injector of Vault takes these texts for true (Go, strconv.ParseBool). */
const TRUE = /^(1|t|T|true|TRUE|True)$/;

/** Finds annotations that do not apply to their container, because it moved or is no longer the first. */
export function* findAnnotationWarnings(plan: PodPlan, { annotations, containers }: PodIntent): Iterable<Problem> {
  const inInit = new Set(plan.initContainers.map(({ name }) => name));
  const before = containers.filter(c => !c.inInitContainers).map(c => c.name);
  const moved = before.filter(name => inInit.has(name));
  const [first] = before;
  const now = plan.containers.find(({ name }) => before.includes(name))?.name;
  for (const [key, value] of Object.entries(annotations)) {
    const named = listNamedContainers(key, value, first);
    const lost = moved.filter(name => named.includes(name));
    if (lost.length > 0) {
      yield warn('SW210', { key, names: lost, now: undefined });
    } else if (now !== first && appliesToFirst(key, annotations)) {
      yield warn('SW210', { key, names: [first], now });
    }
  }
  if (moved.length > 0 && startsAgentLast(annotations)) {
    yield warn('SW209', { names: moved });
  }
}

function listNamedContainers(key: string, value: string, first: string): string[] {
  if (NAMES.includes(key)) {
    return value.split(',');
  }
  const library = DATADOG.exec(key);
  return library ? [library[1] ?? first] : [];
}

function appliesToFirst(key: string, annotations: PodIntent['annotations']): boolean {
  const prefix = FIRST.exec(key)?.[1];
  const namesContainers = (other: string) => other.startsWith(prefix!) && other.includes('container');
  return prefix !== undefined && annotations[key] !== 'false' && !Object.keys(annotations).some(namesContainers);
}

/** The injector of Vault appends the init container that writes the secrets (vault-k8s, commit 00f9152, `Patch`). */
function startsAgentLast(annotations: PodIntent['annotations']): boolean {
  const isTrue = (name: string) => TRUE.test(annotations[`vault.hashicorp.com/${name}`] ?? '');
  return isTrue('agent-inject') && !isTrue('agent-init-first');
}
