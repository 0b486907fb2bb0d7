import { ExitCode } from './exit-code';
import { formatReadings } from './explain-text';
import { Host } from './host';
import { loadImageFile } from './load-image-file';
import { loadWorkloads, WorkloadOptions } from './load-workloads';
import { deliver } from './output';
import { StartupPlan } from '../../src/api/startup-plan';
import { explainAll } from '../../src/report/explain';
import { replaceDuration } from '../../src/report/plan-json';
import { PodReading } from '../read/read-pod';

interface ExplainCommandOptions extends WorkloadOptions {
  readonly format: 'text' | 'json';
  /** Also the reasons and the prediction of each plan. */
  readonly detail?: boolean;
}

export function explainCommand(files: readonly string[], options: ExplainCommandOptions, machine: Host): ExitCode {
  const { pods, plans, code } = loadWorkloads(files, options, machine, loadImageFile(options, machine));
  if (pods.length + plans.length === 0) {
    return code;
  }
  const { width } = machine;
  const texts =
    options.format === 'json'
      ? [formatJson(pods, plans)]
      : [
          ...(plans.length > 0 ? [explainAll(plans, { width, detail: options.detail })] : []),
          ...formatReadings(pods, width),
        ];
  deliver(texts.join('\n'), options, machine);
  return code;
}

function formatJson(pods: readonly PodReading[], plans: readonly StartupPlan[]): string {
  const orders = pods.map(({ workload: { apiVersion, kind, name, namespace }, kubernetesVersion, order }) => ({
    apiVersion,
    kind,
    name,
    namespace,
    kubernetesVersion,
    ...order,
  }));
  return `${JSON.stringify([...orders, ...plans], replaceDuration, 2)}\n`;
}
