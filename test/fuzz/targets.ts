import { parseImageFile } from '../../src/images/image-file';
import { formatImageReference, parseImageReference } from '../../src/images/image-reference';
import { parseVersion, resolveTarget } from '../../src/pod/capabilities';
import { setYamlField } from '../../src/pod/meshes/edit-yaml';
import { parseAgentArgs } from '../../tools/read/parse-agent-args';
import { readCommand } from '../../tools/read/read-command';
import { cli, Outcome } from '../cli/host';
import { manifest } from '../manifest';

/** Parses one input, and returns whether the parser accepts it. Throws if the result breaks a promise of the parser. */
export type Target = (input: string) => boolean;

const NODES = ['--kubernetes-version', '1.33', '--architecture', 'amd64'];

/** The parsers of text that a user, an image or a manifest contains. The wait agent has its own fuzzer: agent/fuzz. */
export const TARGETS: Readonly<Record<string, Target>> = {
  'yaml': input => {
    const ordered = run(['order', 'm.yaml', ...NODES], { 'm.yaml': input });
    if (ordered.code !== 0) { return false; }
    const again = run(['order', 'm.yaml', ...NODES], { 'm.yaml': ordered.out });
    if (again.code !== 0 || again.out !== ordered.out) { throw new Error(`a second order changes the manifests: ${again.error}`); }
    return true;
  },
  'lint': input => run(['lint', 'm.yaml', '--format', 'json'], { 'm.yaml': input }).code + run(['explain', 'm.yaml'], { 'm.yaml': input }).code < 2,
  // A pod, and its events, as kubectl prints them.
  'live-pod': input => {
    let recorded;
    try { recorded = JSON.parse(input); } catch { recorded = undefined; }
    const files = { 'p.json': JSON.stringify(recorded?.pod) ?? input, 'e.json': JSON.stringify(recorded?.events) ?? input };
    const codes = ['text', 'json', 'svg'].map(format => run(['timeline', '--pod', 'p.json', '--events', 'e.json', '--format', format], files).code);
    if (new Set(codes).size > 1) { throw new Error(`the formats have the exit codes ${codes.join()}`); }
    return codes[0] < 2;
  },
  'annotation': input => order([deployment({ annotations: { 'cdk8s-startup-order.github.io/depends-on': input } })]),
  'startup-order-object': input => run(['order', '--file', 'o.yaml', 'm.yaml'], { 'o.yaml': input, 'm.yaml': JSON.stringify(deployment()) }).code === 0,
  'url': input => order([deployment(), startupOrder({ containers: { app: { dependsOn: ['db'] } }, externalDependencies: { db: { http: { url: input } } } })]),
  'kubernetes-version': input => {
    parseVersion(input);
    const target = resolveTarget(input, {});
    if (target && !/^1\.\d\d$/.test(target.version)) { throw new Error(`the version becomes ${target.version}`); }
    return order([deployment(), startupOrder({ kubernetesVersion: input, containers: { app: { dependsOn: ['cache'] } } })]);
  },
  'mesh-annotation': input => {
    const set = (text: string) => setYamlField(text, 'holdApplicationUntilProxyStarts', true);
    const edited = set(input);
    if (!('text' in edited)) { return false; }
    const again = set(edited.text);
    if (!('text' in again) || again.text !== edited.text) { throw new Error(`a second edit gives ${JSON.stringify(again)}`); }
    return true;
  },
  'shell': input => readCommand(['sh', '-c', input], new Map([['HOST', 'db']])).understood,
  'agent-arguments': input => parseAgentArgs(['/startup-order/wait', ...input.split('\n')])!.waits.length > 0,
  'compose-model': input => {
    const files = { 'model.json': input, 'm.yaml': JSON.stringify(deployment({ labels: { 'io.kompose.service': 'web' } })) };
    return run(['order', '--from', 'model.json', 'm.yaml', ...NODES], files).code < 2;
  },
  'image-reference': input => {
    const reference = parseImageReference(input);
    if (!reference) { return false; }
    const normal = formatImageReference(reference);
    if (formatImageReference(parseImageReference(normal)!) !== normal) { throw new Error(`another reference: ${normal}`); }
    return true;
  },
  'image-file': input => isAccepted(() => parseImageFile(input, 'startup-order.images.json')),
};

const POD = { containers: [{ name: 'app', image: 'app', command: ['/app'] }, { name: 'cache', image: 'cache', readinessProbe: { tcpSocket: { port: 1 } } }] };
const deployment = (metadata: object = {}) => manifest('Deployment', 'web', { template: { metadata, spec: POD } });

const startupOrder = (spec: object) => ({
  apiVersion: 'cdk8s-startup-order.github.io/v1alpha1', kind: 'StartupOrder', metadata: { name: 'web' }, spec: { workloads: [{ kind: 'Deployment', name: 'web' }], ...spec },
});

function order(objects: readonly object[]): boolean {
  return run(['order', 'm.yaml'], { 'm.yaml': objects.map(object => JSON.stringify(object)).join('\n---\n') }).code === 0;
}

/** Runs the command line on simulated files. An exception, an internal error, or an exit code without a reason breaks its promise. */
function run(args: readonly string[], files: Readonly<Record<string, string>>): Outcome {
  const outcome = cli(args, { files });
  const { code, out, error, written } = outcome;
  if (Object.keys(written).length > 0) { throw new Error(`writes ${Object.keys(written).join(', ')}`); }
  if (error.includes('this is a fault of')) { throw new Error(error); }
  if (code === 2 && (out !== '' && args[0] === 'order' || error === '')) { throw new Error('exit code 2 without a reason, or with output'); }
  return outcome;
}

/** Returns `false` for an error with a code, such as SO690. */
function isAccepted(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (/\bSO\d{3}\b/.test((error as Error).message)) { return false; }
    throw error;
  }
}
