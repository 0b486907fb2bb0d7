import { ExitCode } from './exit-code';
import { unreadableText } from './findings-text';
import { readInput } from './input';
import { Machine } from './machine';
import { FileOptions } from './output';
import { Progress } from './progress';
import { targetFor } from '../model/private/capabilities';
import { PodReading, readPod } from '../reader/read-pod';
import { workloadsIn } from '../reader/workloads-in';

export interface WorkloadOptions extends FileOptions {
  /** Only the workloads of these names. */
  readonly workload: readonly string[];
}

export interface Workloads {
  readonly pods: readonly PodReading[];
  /** The Kubernetes version that they are read for. */
  readonly version: string;
  readonly code: ExitCode;
}

/** The workloads of the files, read as the kubelet would. Files without any are wrong usage: there is nothing to show. */
export function readWorkloads(files: readonly string[], { kubernetesVersion, workload }: WorkloadOptions, machine: Machine): Workloads {
  const progress = new Progress(machine);
  const { documents, unreadable } = readInput(files, machine, progress);
  progress.end();
  machine.error(unreadableText(unreadable));
  const all = documents.flatMap(d => workloadsIn(d.value));
  const pods = all.filter(w => workload.length === 0 || workload.includes(w.name)).map(w => readPod(w, kubernetesVersion));
  if (pods.length === 0) {
    machine.error(all.length === 0 ? 'there is no workload here: nothing has a pod template\n'
      : `there is no workload called ${workload.join(' or ')}; there are ${all.map(w => w.name).join(', ')}\n`);
  }
  return { pods, version: targetFor(kubernetesVersion).version, code: unreadable.length > 0 || pods.length === 0 ? ExitCode.UNUSABLE : ExitCode.OK };
}
