import { ExitCode } from './exit-code';
import { formatReading } from './explain-text';
import { Host } from './host';
import { ImageFileOptions, loadImageFile } from './load-image-file';
import { loadWorkloads, WorkloadOptions } from './load-workloads';
import { deliver } from './output';
import { getShape } from '../../src/report/wrap';

export interface ExplainCommandOptions extends WorkloadOptions, ImageFileOptions {
  readonly format: 'text' | 'json';
  readonly ascii?: boolean;
}

export function explainCommand(files: readonly string[], options: ExplainCommandOptions, machine: Host): ExitCode {
  const { pods, version, code } = loadWorkloads(files, options, machine, loadImageFile(options, machine));
  const shape = getShape({ width: machine.width, ascii: options.ascii });
  const json = () => pods.map(({ workload: { apiVersion, kind, name, namespace }, order }) =>
    ({ apiVersion, kind, name, namespace, kubernetesVersion: version, ...order }));
  if (pods.length > 0) {
    deliver(options.format === 'json' ? `${JSON.stringify(json(), undefined, 2)}\n` : pods.map(p => formatReading(p, version, shape)).join('\n'), options, machine);
  }
  return code;
}
