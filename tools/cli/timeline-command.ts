import { describeFileError } from './file-error';
import { ExitCode, Host } from './host';
import { loadImageFile } from './load-image-file';
import { deliver, FileOptions, formatJson } from './output';
import { checkStandardInput, nameSource, readSource } from './read-input';
import { formatTimeline } from './timeline-text';
import { predict } from '../../src/report/predict';
import { diagnose } from '../live/diagnose';
import { LivePod, readLivePod } from '../live/live-pod';
import { measureTimeline } from '../live/measured-timeline';
import { drawTimelineSvg } from '../pictures/timeline-svg';
import { createPlanFromManifest } from '../read/plan-from-manifest';

interface TimelineCommandOptions extends FileOptions {
  readonly namespace?: string;
  readonly pod?: string;
  readonly events?: string;
  readonly format: 'text' | 'json' | 'svg';
}

export function timelineCommand(name: string | undefined, options: TimelineCommandOptions, machine: Host): ExitCode {
  const pod = read(name, options, machine);
  // Files may be old, so durations until now would be wrong.
  const now = name === undefined ? undefined : machine.now() / 1000;
  const plan = createPlanFromManifest(pod.reading);
  const answer = diagnose(pod, now);
  const predicted = predict(plan);
  const seen = measureTimeline(pod, plan, predicted, now);
  deliver(
    {
      text: () => formatTimeline(answer, seen, predicted, machine.width),
      json: () => formatJson({ why: answer, measured: seen, predicted }),
      svg: () => drawTimelineSvg(seen, predicted),
    }[options.format](),
    options,
    machine,
  );
  return answer.state === 'all-well' || answer.state === 'ended' ? ExitCode.OK : ExitCode.FOUND;
}

/** Throws an error with a remedy if the input cannot be read. */
function read(name: string | undefined, options: TimelineCommandOptions, machine: Host): LivePod {
  const { pod, events } = options;
  if ((name === undefined) === (pod === undefined)) {
    throw new Error('name one pod, as in `timeline web-7d4b9c-x2x7z`, or give files with --pod and --events');
  }
  if (name !== undefined && events !== undefined) {
    throw new Error('--events goes with --pod: of a pod that is named kubectl is asked for both');
  }
  checkStandardInput({ '--pod': [pod], '--events': [events] });
  const images = loadImageFile(options, machine);
  const [podJson, eventsJson] =
    name === undefined
      ? [readJson(pod!, machine), events === undefined ? undefined : readJson(events, machine)]
      : askCluster(name.replace(/^pods?\//, ''), options, machine);
  return readLivePod(podJson, eventsJson, options.kubernetesVersion, images);
}

function readJson(file: string, machine: Host): unknown {
  const source = nameSource(file);
  let text: string;
  try {
    text = readSource(file, machine);
  } catch (error) {
    throw new Error(`${source}: ${describeFileError(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${source}: this is no JSON (${(error as Error).message}); write it with -o json`);
  }
}

/** Returns the pod, and its events if the user may read them. */
function askCluster(name: string, { namespace }: TimelineCommandOptions, machine: Host): readonly [unknown, unknown] {
  const where = namespace === undefined ? [] : ['--namespace', namespace];
  const ask = (...words: string[]): unknown => {
    try {
      return JSON.parse(machine.run('kubectl', [...words, ...where, '-o', 'json']));
    } catch (error) {
      const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
      throw new Error(
        code === 'ENOENT'
          ? 'there is no kubectl here: give files with --pod and --events'
          : `kubectl ${words.join(' ')}: ${removeLogLines(stderr ?? message)}`,
      );
    }
  };
  const pod = ask('get', 'pod', name);
  let events: unknown;
  try {
    events = ask('get', 'events', '--field-selector', `involvedObject.name=${name}`);
  } catch (error) {
    // A user with access to pods may lack access to events. The status alone is still useful.
    machine.error(`${(error as Error).message}; this is the answer without events\n`);
  }
  return [pod, events];
}

/** Removes the log lines that kubectl writes before its error message. */
function removeLogLines(text: string): string {
  return text
    .split('\n')
    .filter(line => !/^[EWIF]\d{4} /.test(line))
    .join('\n')
    .trim();
}
