import { formatReadings } from './explain-text';
import { ExitCode, Host } from './host';
import { loadWorkloads, WorkloadOptions } from './load-workloads';
import { deliver, formatJson } from './output';
import { explainAll } from '../../src/report/explain';
import { replaceDuration } from '../../src/report/plan-json';

interface ExplainCommandOptions extends WorkloadOptions {
  readonly format: 'text' | 'json';
  /** Also the reasons and the prediction of each plan. */
  readonly detail?: boolean;
}

export function explainCommand(files: readonly string[], options: ExplainCommandOptions, machine: Host): ExitCode {
  const { pods, plans, code } = loadWorkloads(files, options, machine);
  if (pods.length + plans.length === 0) {
    return code;
  }
  const { width } = machine;
  const orders = pods.map(({ workload: { apiVersion, kind, name, namespace }, kubernetesVersion, order }) => ({
    apiVersion,
    kind,
    name,
    namespace,
    kubernetesVersion,
    ...order,
  }));
  const text =
    options.format === 'json'
      ? formatJson([...orders, ...plans], replaceDuration)
      : [
          ...(plans.length > 0 ? [explainAll(plans, { width, detail: options.detail })] : []),
          ...formatReadings(pods, width),
        ].join('\n');
  deliver(text, options, machine);
  return code;
}
