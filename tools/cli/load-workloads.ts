import { formatUnreadable } from './findings-text';
import { listSome } from './format-count';
import { ExitCode, Host } from './host';
import { loadImageFile } from './load-image-file';
import { FileOptions } from './output';
import { readDocuments } from './read-input';
import { StartupPlan } from '../../src/api/startup-plan';
import { LintContext } from '../lint/lint-context';
import { findWaitsForItself } from '../lint/rules/waits-for-own-pod';
import { InputText, UnreadableInput } from '../order/parse-documents';
import { isStartupOrder } from '../order/startup-order-object';
import { findWorkloads } from '../read/find-workloads';
import { isPlansText, readPlans } from '../read/read-plans';
import { PodReading, readPod } from '../read/read-pod';

export interface WorkloadOptions extends FileOptions {
  /** Only the workloads with these names. */
  readonly workload: readonly string[];
}

export interface Workloads {
  readonly pods: readonly PodReading[];
  /** The StartupOrders of the files, valid or not. */
  readonly startupOrders: readonly unknown[];
  /** The plans of files that `StartupOrder.planAllAsJson` wrote. */
  readonly plans: readonly StartupPlan[];
  /** The facts about other objects in the files that lint rules need. */
  readonly surroundings: LintContext;
  readonly code: ExitCode;
}

/**
 * Reads the workloads of the files, and plans. Files without workloads and unknown names are usage errors. `images`:
 * the commands of containers without `command`.
 */
export function loadWorkloads(
  files: readonly string[],
  options: WorkloadOptions,
  machine: Host,
  images = loadImageFile(options, machine),
): Workloads {
  const { kubernetesVersion, workload: wanted } = options;
  const allPlans: StartupPlan[] = [];
  // A folder with manifests may also contain the plans of the same workloads.
  const readPlansOf = ({ source, text, isNamed }: InputText) => {
    const isPlans = isNamed && isPlansText(text);
    if (isPlans) {
      allPlans.push(...readPlans(source, text));
    }
    return isPlans;
  };
  const unreadable: UnreadableInput[] = [];
  const documents = [...readDocuments(files, machine, unreadable, readPlansOf)];
  machine.error(formatUnreadable(unreadable));

  const all = documents.flatMap(d => findWorkloads(d.value));
  const names = [...all.map(w => w.name), ...allPlans.map(p => p.path)];
  const missing = wanted.filter(name => !names.includes(name));
  if (names.length === 0) {
    machine.error('there is no workload here: nothing has a pod template\n');
  } else if (missing.length > 0) {
    machine.error(
      `there is no workload called ${missing.join(' or ')}; there are ${listSome([...new Set(names)], MOST_NAMES)}\n`,
    );
  }
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const surroundings = new LintContext(images);
  documents.forEach(({ value }) => surroundings.addDocument(value));
  const startupOrders = documents.map(({ value }) => value).filter(isStartupOrder);
  const pods = all
    .filter(w => isWanted(w.name))
    .map(w => markWaitsForItself(readPod(w, kubernetesVersion, images), surroundings));
  const plans = allPlans.filter(p => isWanted(p.path));
  const isUsable = unreadable.length === 0 && missing.length === 0 && pods.length + plans.length > 0;
  return { pods, startupOrders, plans, surroundings, code: isUsable ? ExitCode.OK : ExitCode.UNUSABLE };
}

/** The kubelet never comes to the containers after one that waits for its own pod. */
function markWaitsForItself(pod: PodReading, surroundings: LintContext): PodReading {
  const blocking = new Set<string>();
  for (const { container, wait } of findWaitsForItself(pod, surroundings)) {
    // An init container that gives up runs again. After a hook that gives up, the kubelet starts the next container.
    const isInit = container.slot === 'INIT';
    const isUnlimitedHook = !wait.bounded && container.postStart?.waits.includes(wait) === true;
    if (isInit || isUnlimitedHook) {
      blocking.add(container.path);
    }
  }
  const containers = pod.order.containers.map(c => (blocking.has(c.path) ? { ...c, blocks: true } : c));
  return { ...pod, order: { ...pod.order, containers } };
}

/** The number of workloads that an error lists. */
const MOST_NAMES = 20;
