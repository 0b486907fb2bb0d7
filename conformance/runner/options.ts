import { cpus } from 'os';
import { parseArgs } from 'util';
import { Images } from './manifests';
import { NEWEST, NodeVersions, SKEW, VERSIONS } from './versions';

export interface Options {
  readonly nodes: readonly NodeVersions[];
  readonly stories: readonly string[];
  /** How often each story is run; without it once, and with `full` as often as it says. */
  readonly repeat?: number;
  readonly full: boolean;
  readonly parallel: number;
  readonly bench: boolean;
  readonly rounds: number;
  readonly results: string;
  /** Where `askWhy` puts what it has seen, for the tests. */
  readonly recordTo?: string;
  readonly kubeconfig?: string;
  readonly images: Images;
}

const IMAGES: Required<Images> = {
  'test-app': 'registry.local/test-app:1',
  'test-app-shell': 'registry.local/test-app:1-shell',
  'peers': 'registry.local/peers:1',
};

/** More of them and two cores are busy all the time: what the kubelet does comes seconds late then, and says nothing about it. */
const PARALLEL = Math.min(8, 3 * cpus().length);

export const USAGE = `usage: npm run conformance -- [options]
  --version V        version of Kubernetes, may be repeated (${VERSIONS.join(', ')}; default ${NEWEST})
  --kubelet V        the kubelet's version, where it is older than --version: for the stories about that, such as
                     --version ${SKEW.version} --kubelet ${SKEW.kubelet}
  --containerd newest  the containerd of Debian unstable, which mounts images, in place of that of the machine's own Debian
  --full             all four versions and that pair, each story three times or as often as it says
  --story NAME       only this story, or with NAME* all that begin so; may be repeated
  --repeat N         run each story N times
  --parallel N       so many pods at a time (default ${PARALLEL}: three for each core, 8 at most)
  --bench            measure: one pod at a time, stories and baselines in turn
  --rounds N         how often each is measured (default 10)
  --results FILE     where the results go as JSON (default test-reports/conformance.json)
  --record DIRECTORY the pods and events of the stories live-* go there, as in test/inspect/live/recorded
  --kubeconfig FILE  a cluster of your own, in place of a node that is started and ended
  --image NAME=REF   with --kubeconfig: where that cluster finds test-app and test-app-shell, with --bench also peers
`;

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: 'string', multiple: true },
      kubelet: { type: 'string' },
      containerd: { type: 'string' },
      full: { type: 'boolean', default: false },
      story: { type: 'string', multiple: true, default: [] },
      repeat: { type: 'string' },
      parallel: { type: 'string' },
      bench: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      results: { type: 'string', default: 'test-reports/conformance.json' },
      record: { type: 'string' },
      kubeconfig: { type: 'string' },
      image: { type: 'string', multiple: true, default: [] },
    },
  });
  if (![undefined, 'newest'].includes(values.containerd)) { throw new Error(`--containerd takes 'newest', not '${values.containerd}'`); }
  const newestContainerd = values.containerd === 'newest';
  const given = Object.fromEntries(values.image!.map(i => i.split(/=(.*)/s)));
  const names = Object.keys(IMAGES).filter(name => values.bench || name !== 'peers');
  if (values.kubeconfig && Object.keys(given).sort().join() !== names.sort().join()) {
    throw new Error(`--kubeconfig needs ${names.map(name => `--image ${name}=REF`).join(' and ')}: images that the cluster can pull`);
  }
  return {
    nodes: values.full && !values.version
      ? [...VERSIONS.map(version => ({ version, newestContainerd })), { ...SKEW, newestContainerd }]
      : (values.version ?? [NEWEST]).map(version => ({ version, kubelet: values.kubelet, newestContainerd })),
    stories: values.story!,
    repeat: values.repeat === undefined ? undefined : count('repeat', values.repeat),
    full: values.full!,
    parallel: count('parallel', values.parallel ?? `${PARALLEL}`),
    bench: values.bench!,
    rounds: count('rounds', values.rounds ?? '10'),
    results: values.results!,
    recordTo: values.record,
    kubeconfig: values.kubeconfig,
    images: { ...IMAGES, ...given },
  };
}

function count(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) { throw new Error(`--${name} takes a number from 1, not '${text}'`); }
  return Number(text);
}
