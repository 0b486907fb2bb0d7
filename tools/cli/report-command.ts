import { ExitCode, Host } from './host';
import { loadWorkloads, WorkloadOptions, Workloads } from './load-workloads';
import { deliver } from './output';
import { REPORT_PAGE } from './report-page';
import { StartupPlan } from '../../src/api/startup-plan';
import { lintPod } from '../lint/lint';
import { createHtmlReport } from '../pictures/html';
import { createPlanFromManifest } from '../read/plan-from-manifest';
import { PodReading } from '../read/read-pod';

export function reportCommand(files: readonly string[], options: WorkloadOptions, machine: Host): ExitCode {
  const workloads = loadWorkloads(files, options, machine);
  const plans = [...workloads.plans, ...workloads.pods.map(p => addFindings(p, workloads))];
  if (plans.length > 0) {
    deliver(createHtmlReport(plans, REPORT_PAGE), options, machine);
  }
  return workloads.code;
}

/** Returns the plan of the manifest, with the findings of the lint before its own warnings. */
function addFindings(pod: PodReading, { surroundings }: Workloads): StartupPlan {
  const plan = createPlanFromManifest(pod);
  const found = lintPod(pod, surroundings).map(f => `${f.severity}: ${f.message} (lint rule \`${f.rule}\`)`);
  return { ...plan, warnings: [...found, ...plan.warnings] };
}
