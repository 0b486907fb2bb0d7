import { ExitCode } from './exit-code';
import { explainReading } from './explain-text';
import { Machine } from './host';
import { readWorkloads, WorkloadOptions } from './load-workloads';
import { deliver } from './output';
import { shapeOf } from '../report/wrap';

export interface ExplainOptions extends WorkloadOptions {
  readonly format: 'text' | 'json';
  readonly ascii?: boolean;
}

export function explainCommand(files: readonly string[], options: ExplainOptions, machine: Machine): ExitCode {
  const { pods, version, code } = readWorkloads(files, options, machine);
  const shape = shapeOf({ width: machine.width, ascii: options.ascii });
  const json = () => pods.map(({ workload: { apiVersion, kind, name, namespace }, order }) =>
    ({ apiVersion, kind, name, namespace, kubernetesVersion: version, ...order }));
  if (pods.length > 0) {
    deliver(options.format === 'json' ? `${JSON.stringify(json(), undefined, 2)}\n` : pods.map(p => explainReading(p, version, shape)).join('\n'), options, machine);
  }
  return code;
}
