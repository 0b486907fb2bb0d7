import { cpus } from 'os';
import { parseArgs } from 'util';
import { Images } from './manifests';
import { NEWEST, NodeVersions, PARALLEL, SKEW, VERSIONS } from './versions';

export interface Options {
  readonly nodes: readonly NodeVersions[];
  readonly stories: readonly string[];
  /** The number of random pods for each version, instead of stories. */
  readonly random?: number;
  /** The random pods state no role of a regular container, no mechanism and no guarantee. */
  readonly unstated: boolean;
  readonly seed: number;
  /** The number of runs of each story. The default is 1, or with `full` the number that the story specifies. */
  readonly repeat?: number;
  readonly full: boolean;
  readonly parallel: number;
  readonly bench: boolean;
  readonly rounds: number;
  /** The number of processes that compute all the time. */
  readonly busy: number;
  readonly results: string;
  /** The directory for the pods and events that `askWhy` records for the tests. */
  readonly recordTo?: string;
  readonly kubeconfig?: string;
  /** A capability of nodes that the plans must not use. */
  readonly without?: string;
  readonly images: Images;
}

const IMAGES: Required<Images> = {
  'test-app': 'registry.local/test-app:1',
  'test-app-shell': 'registry.local/test-app:1-shell',
  'peers': 'registry.local/peers:1',
};

/** With more pods, two cores are busy all the time, and the delays of the kubelet of some seconds make the results useless. */
const PODS = Math.min(8, 3 * cpus().length);

export const USAGE = `usage: npm run conformance -- [options]
  --version V        version of Kubernetes, may be repeated (${VERSIONS.join(', ')}; default ${NEWEST})
                     ${PARALLEL[0]}: its kubelet starts app containers and runs their hooks at the same time;
                     ${PARALLEL[1]}: only the starts; the result is a table of the orders that open
  --without CAP      plans without this capability of nodes (docs/reference/limits.md)
  --kubelet V        the version of the kubelet, if older than --version, for the stories about version skew:
                     --version ${SKEW.version} --kubelet ${SKEW.kubelet}
  --containerd newest  the containerd of Debian unstable, which mounts images, and a runc with user namespaces, instead of those of this Debian
  --gvisor           also the runtime of gVisor and its RuntimeClass, for the stories gvisor-*; the first build takes long
  --full             all five versions and this pair; each story three times, or as often as it specifies
  --story NAME       only this story, or with * for any characters all matching stories, as in 'stop-*'; may be repeated
  --random N         N random pods for each version instead of the stories, judged by their plans; --story random-S-I runs one of them
  --unstated         with --random: all pods state no role, no mechanism and no guarantee; by default one pod in four
  --seed S           the seed of the random pods (default 1): the same seed returns the same pods
  --repeat N         run each story N times
  --parallel N       the number of pods at a time (default ${PODS}: three for each core, 8 at most)
  --bench            measure: one pod at a time, stories and baselines in turn; with --story 'load-*' many pods at once
  --rounds N         the number of measurements of each story (default 10)
  --busy N           with --bench: N processes that compute all the time beside the node
  --results FILE     the JSON file for the results (default test-reports/conformance.json)
  --record DIRECTORY the directory for pods and events of the stories live-*, as in test/live/recorded
  --kubeconfig FILE  your own cluster, instead of a node that the suite starts and stops
  --image NAME=REF   with --kubeconfig: the references of test-app and test-app-shell, with --bench also of peers
`;

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: 'string', multiple: true },
      kubelet: { type: 'string' },
      without: { type: 'string' },
      containerd: { type: 'string' },
      gvisor: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      story: { type: 'string', multiple: true, default: [] },
      random: { type: 'string' },
      unstated: { type: 'boolean', default: false },
      seed: { type: 'string' },
      repeat: { type: 'string' },
      parallel: { type: 'string' },
      bench: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      busy: { type: 'string' },
      results: { type: 'string', default: 'test-reports/conformance.json' },
      record: { type: 'string' },
      kubeconfig: { type: 'string' },
      image: { type: 'string', multiple: true, default: [] },
    },
  });
  if (![undefined, 'newest'].includes(values.containerd)) { throw new Error(`--containerd takes 'newest', not '${values.containerd}'`); }
  const runtimes = { newestContainerd: values.containerd === 'newest', gvisor: values.gvisor };
  const given = Object.fromEntries(values.image!.map(i => i.split(/=(.*)/s)));
  const names = Object.keys(IMAGES).filter(name => values.bench || name !== 'peers');
  if (values.kubeconfig && Object.keys(given).sort().join() !== names.sort().join()) {
    throw new Error(`--kubeconfig needs ${names.map(name => `--image ${name}=REF`).join(' and ')}: images that the cluster can pull`);
  }
  const other = values.random === undefined ? undefined : (['bench', 'record', 'kubelet'] as const).find(name => values[name]);
  if (other !== undefined) { throw new Error(`--random runs its own pods, planned for the version of the node: leave --${other} out`); }
  if (values.unstated && values.random === undefined) { throw new Error('--unstated needs --random N, the number of random pods'); }
  if (values.seed !== undefined && values.random === undefined) { throw new Error('--seed needs --random N, the number of random pods'); }
  return {
    nodes: values.full && !values.version
      ? [...VERSIONS.map(version => ({ version, ...runtimes })), { ...SKEW, ...runtimes }]
      : (values.version ?? [NEWEST]).map(version => ({ version, kubelet: values.kubelet, ...runtimes })),
    stories: values.story!,
    random: values.random === undefined ? undefined : parsePositiveInteger('random', values.random),
    unstated: values.unstated!,
    seed: parsePositiveInteger('seed', values.seed ?? '1'),
    repeat: values.repeat === undefined ? undefined : parsePositiveInteger('repeat', values.repeat),
    full: values.full!,
    parallel: parsePositiveInteger('parallel', values.parallel ?? `${PODS}`),
    bench: values.bench!,
    rounds: parsePositiveInteger('rounds', values.rounds ?? '10'),
    busy: values.busy === undefined ? 0 : parsePositiveInteger('busy', values.busy),
    results: values.results!,
    recordTo: values.record,
    kubeconfig: values.kubeconfig,
    without: values.without,
    images: { ...IMAGES, ...given },
  };
}

function parsePositiveInteger(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) { throw new Error(`--${name} takes a number from 1, not '${text}'`); }
  return Number(text);
}
