import { Command, InvalidArgumentError, Option } from 'commander';
import { ExitCode } from './exit-code';
import { explainCommand } from './explain-command';
import { lintCommand } from './lint-command';
import { Machine } from './machine';
import { plotCommand } from './plot-command';
import { reportCommand } from './report-command';
import { timelineCommand } from './timeline-command';
import { VERSION } from './version';
import { FAIL_ON } from '../lint/fail-on';

const EXIT_CODES = `
Exit codes:
  0  nothing found (or nothing of the level of --fail-on)
  1  findings of that level
  2  wrong usage, or something that cannot be read; the rest is judged all the same`;

const FILES = ['<files...>', 'manifests, directories of them, or - for standard input'] as const;

/** The command line. What a command ends with goes to `end`. */
export function program(machine: Machine, end: (code: ExitCode) => void): Command {
  const all = new Command('cdk8s-startup-order')
    .description('Which container of a pod waits for which: what manifests say, and what a live pod does.')
    .version(VERSION)
    .configureOutput({ writeOut: machine.out, writeErr: machine.error })
    .showHelpAfterError('(--help tells the usage)')
    .exitOverride();
  const command = (name: string, description: string) => all.command(name).description(description).addHelpText('after', EXIT_CODES);

  command('lint', 'say which orders in manifests do not hold, and what to write instead')
    .argument(...FILES)
    .addOption(new Option('--format <format>', 'how to say it').choices(['text', 'json', 'sarif']).default('text'))
    .addOption(new Option('--fail-on <severity>', 'the least severity that gives exit code 1').choices(FAIL_ON).default('error'))
    .addOption(repeated('--ignore <rule>', 'a rule to leave out'))
    .addOption(kubernetesVersion())
    .addOption(output())
    .action((files, options) => { end(lintCommand(files, options, machine)); });

  command('explain', 'say which order the kubelet will enforce in each workload, and which is merely hoped for')
    .argument(...FILES)
    .addOption(new Option('--format <format>', 'how to say it').choices(['text', 'json']).default('text'))
    .option('--ascii', 'only characters that every terminal shows', false)
    .addOption(workload())
    .addOption(kubernetesVersion())
    .addOption(output())
    .action((files, options) => { end(explainCommand(files, options, machine)); });

  command('plot', 'draw each workload: who starts when, who waits for whom; nobody says how long containers take, so a second is taken for each')
    .argument(...FILES)
    .addOption(new Option('--format <format>', 'svg: a timeline; mermaid, dot: a graph; json: the timeline').choices(['svg', 'mermaid', 'dot', 'json']).default('svg'))
    .addOption(workload())
    .addOption(kubernetesVersion())
    .addOption(new Option('--output <path>', 'write to this file; to one for each workload, if it ends with / (standard output takes only one svg)'))
    .action((files, options) => { end(plotCommand(files, options, machine)); });

  command('report', 'one page about all workloads, with a timeline of each, which needs no network')
    .argument(...FILES)
    .addOption(new Option('--format <format>', 'the only one there is').choices(['html']).default('html'))
    .addOption(workload())
    .addOption(kubernetesVersion())
    .addOption(output())
    .action((files, options) => { end(reportCommand(files, options, machine)); });

  command('timeline', 'say why a pod of a cluster has not started, and what happened when')
    .argument('[pod]', 'its name, for kubectl')
    .option('-n, --namespace <namespace>', 'its namespace; without one that of the current context')
    .option('--context <context>', 'the context that kubectl takes')
    .option('--pod <file>', 'what `kubectl get pod NAME -o json` has printed, instead of asking kubectl; - for standard input')
    .option('--events <file>', 'with --pod: what `kubectl get events -o json` has printed')
    .addOption(new Option('--format <format>', 'how to say it').choices(['text', 'json', 'svg']).default('text'))
    .option('--ascii', 'only characters that every terminal shows', false)
    .addOption(output())
    .action((pod, options) => { end(timelineCommand(pod, options, machine)); });
  return all;
}

function kubernetesVersion(): Option {
  return new Option('--kubernetes-version <version>', 'the version of the oldest node, as in 1.33').argParser(text => {
    const [, minor] = /^v?(1\.\d+)(?:\.\d+)?$/.exec(text) ?? [];
    if (minor === undefined) { throw new InvalidArgumentError('It is written as in 1.33.'); }
    return minor;
  });
}

function workload(): Option {
  return repeated('--workload <name>', 'only the workload of this name');
}

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).default([], 'none').argParser((value: string, before: readonly string[]) => [...before, value]);
}

function output(): Option {
  return new Option('--output <file>', 'write to this file instead of standard output');
}
