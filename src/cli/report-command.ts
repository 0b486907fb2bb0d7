import { ExitCode } from './exit-code';
import { Machine } from './machine';
import { deliver } from './output';
import { readWorkloads, WorkloadOptions } from './workloads';
import { planOf } from '../reader/plan-of';
import { htmlReport } from '../report/html';

export function reportCommand(files: readonly string[], options: WorkloadOptions, machine: Machine): ExitCode {
  const { pods, code } = readWorkloads(files, options, machine);
  if (pods.length > 0) { deliver(htmlReport(pods.map(p => planOf(p, options.kubernetesVersion))), options, machine); }
  return code;
}
