import { ExitCode } from './exit-code';
import { Machine } from './machine';
import { deliver } from './output';
import { timelineText } from './timeline-text';
import { LivePod, livePodOf } from '../live/live-pod';
import { measured } from '../live/measured';
import { why } from '../live/why';
import { planOf } from '../reader/plan-of';
import { readPod } from '../reader/read-pod';
import { workloadsIn } from '../reader/workloads-in';
import { predict } from '../report/predict';
import { timelineSvg } from '../report/timeline-svg';

export interface TimelineOptions {
  readonly namespace?: string;
  readonly context?: string;
  readonly pod?: string;
  readonly events?: string;
  readonly format: 'text' | 'json' | 'svg';
  readonly ascii: boolean;
  readonly output?: string;
}

const WIDTH = 100;

export function timelineCommand(name: string | undefined, options: TimelineOptions, machine: Machine): ExitCode {
  if ((name === undefined) === (options.pod === undefined)) {
    machine.error('name one pod, as in `timeline web-7d4b9c-x2x7z`, or give files with --pod and --events\n');
    return ExitCode.UNUSABLE;
  }
  let pod: LivePod;
  try {
    pod = name === undefined ? ofFiles(options, machine) : ofCluster(name, options, machine);
  } catch (error) {
    machine.error(`${(error as Error).message}\n`);
    return ExitCode.UNUSABLE;
  }
  // Files may be old: what they say is not said of this moment.
  const now = name === undefined ? undefined : machine.now() / 1000;
  const [workload] = workloadsIn(pod.json);
  if (!workload) {
    machine.error('this pod has no containers in its spec\n');
    return ExitCode.UNUSABLE;
  }
  const reading = readPod(workload);
  const plan = planOf(reading);
  const answer = why(pod, reading, now);
  const seen = measured(pod, plan, now);
  const predicted = predict(plan);
  deliver({
    text: () => timelineText(answer, seen, predicted, { width: Math.max(40, machine.width ?? WIDTH), ascii: options.ascii }),
    json: () => `${JSON.stringify({ why: answer, measured: seen, predicted }, undefined, 2)}\n`,
    svg: () => timelineSvg(seen, predicted),
  }[options.format](), options, machine);
  return answer.state === 'all-well' || answer.state === 'ended' ? ExitCode.OK : ExitCode.FOUND;
}

function ofFiles({ pod, events }: TimelineOptions, machine: Machine): LivePod {
  const read = (file: string): unknown => {
    let text: string;
    try {
      text = file === '-' ? machine.standardInput() : machine.read(file);
    } catch (error) {
      throw new Error(`${file}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message}`);
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Error(`${file}: this is no JSON (${(error as Error).message}); write it with -o json`);
    }
  };
  return livePodOf(read(pod!), events === undefined ? undefined : read(events));
}

function ofCluster(name: string, { namespace, context }: TimelineOptions, machine: Machine): LivePod {
  const where = [...namespace === undefined ? [] : ['--namespace', namespace], ...context === undefined ? [] : ['--context', context]];
  const ask = (...words: string[]): unknown => {
    try {
      return JSON.parse(machine.run('kubectl', [...words, ...where, '-o', 'json']));
    } catch (error) {
      const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
      throw new Error(code === 'ENOENT' ? 'there is no kubectl here: give files with --pod and --events' : `kubectl ${words.join(' ')}: ${withoutLog(stderr ?? message)}`);
    }
  };
  const pod = ask('get', 'pod', name);
  return livePodOf(pod, ask('get', 'events', '--field-selector', `involvedObject.name=${name}`));
}

/** kubectl writes lines of its log in front of what it has to say. */
function withoutLog(text: string): string {
  return text.split('\n').filter(line => !/^[EWIF]\d{4} /.test(line)).join('\n').trim();
}
