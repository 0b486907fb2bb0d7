import { ExitCode } from './exit-code';
import { Machine } from './host';
import { readWorkloads, WorkloadOptions, Workloads } from './load-workloads';
import { deliver } from './output';
import { StartupPlan } from '../api/startup-plan';
import { lintPod } from '../inspect/lint/lint';
import { createPlanFromManifest } from '../inspect/reader/plan-from-manifest';
import { PodReading } from '../inspect/reader/read-pod';
import { htmlReport } from '../report/html';

export function reportCommand(files: readonly string[], options: WorkloadOptions, machine: Machine): ExitCode {
  const workloads = readWorkloads(files, options, machine);
  const { pods, code } = workloads;
  if (pods.length > 0) { deliver(htmlReport(pods.map(p => withFindings(p, workloads, options))), options, machine); }
  return code;
}

/** Returns the plan of the manifest, with the findings of the lint before its own warnings. */
function withFindings(pod: PodReading, { surroundings, version }: Workloads, { kubernetesVersion }: WorkloadOptions): StartupPlan {
  const plan = createPlanFromManifest(pod, kubernetesVersion);
  const found = lintPod(pod, surroundings, version).map(f => `${f.severity}: ${f.message} (lint rule \`${f.rule}\`)`);
  return { ...plan, warnings: [...found, ...plan.warnings] };
}
