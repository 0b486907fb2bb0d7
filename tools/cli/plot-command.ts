import { join } from 'path';
import { ExitCode, Host } from './host';
import { loadWorkloads, WorkloadOptions } from './load-workloads';
import { deliver, formatJson, writeFile } from './output';
import { StartupPlan } from '../../src/api/startup-plan';
import { predict } from '../../src/report/predict';
import { drawTimelineSvg } from '../pictures/timeline-svg';
import { createPlanFromManifest } from '../read/plan-from-manifest';

interface PlotCommandOptions extends WorkloadOptions {
  readonly format: 'svg' | 'json';
}

const RENDERERS = { svg: drawTimelineSvg, json: formatJson };

export function plotCommand(files: readonly string[], options: PlotCommandOptions, machine: Host): ExitCode {
  const { pods, plans: read, code } = loadWorkloads(files, options, machine);
  const { format } = options;
  const render = (plan: StartupPlan) => RENDERERS[format](predict(plan));
  const plans = [...read, ...pods.map(p => createPlanFromManifest(p))];
  if (options.output !== undefined && isDirectory(options.output, machine)) {
    for (const [name, plan] of nameFiles(plans)) {
      writeFile(join(options.output, `${name}.${format}`), render(plan), machine);
    }
    return code;
  }
  if (plans.length > 1) {
    machine.error(
      `there are ${plans.length} workloads, and ${format} holds one: name it with --workload, or a ` +
        `directory with --output DIRECTORY/\n`,
    );
    return ExitCode.UNUSABLE;
  }
  for (const plan of plans) {
    deliver(render(plan), options, machine);
  }
  return code;
}

/** Whether the path is a directory, or will be one. */
function isDirectory(path: string, machine: Host): boolean {
  try {
    return path.endsWith('/') || machine.list(path) !== undefined;
  } catch {
    return false; // a new file
  }
}

/** Returns file names such as 'deployment-shop-web'. A second workload with the same name gets a number. */
function nameFiles(plans: readonly StartupPlan[]): [string, StartupPlan][] {
  const taken = new Set<string>();
  return plans.map(plan => {
    const name = plan.path
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/-$/, '');
    let free = name;
    for (let n = 2; taken.has(free); n++) {
      free = `${name}-${n}`;
    }
    taken.add(free);
    return [free, plan];
  });
}
