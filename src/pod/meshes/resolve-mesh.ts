import { MeshFacts, MESHES, Sign } from './mesh-facts';
import { problem } from '../problems';
import { isAtLeast, parseProductVersion } from './version';
import { InitTraffic, Mesh, MeshAnnotation, MeshDeclaration } from '../../api/private/mesh';
import { MetadataTexts } from '../../api/private/pod-spec';
import { Problem } from '../../api/private/problem';
import { Capabilities, Target } from '../capabilities';

/** The first version with native sidecars by default; 1.28 has a feature gate. */
const NATIVE_SIDECARS = '1.29';

/** The oldest node. */
type MeshNodes = Pick<Capabilities, 'nativeSidecars' | 'serialStarts'> & Pick<Target, 'minor' | 'lacks'>;

/** The version, the options and the nodes, which decide between the facts of a product. */
interface Situation {
  /** As `major.minor`. */
  readonly version: string;
  readonly declared: MeshDeclaration;
  readonly nodes: MeshNodes;
  /** Whether the proxy is a native sidecar. */
  readonly native: boolean;
}

/** Returns the effect of the mesh on a pod on these nodes, or the problems of its options. */
export function resolveMesh(declared: MeshDeclaration, nodes: MeshNodes): { mesh?: Mesh; problems: Problem[] } {
  const facts = MESHES[declared.product];
  const { title, oldest, nativeSince, nativeByPod } = facts;
  const version = parseProductVersion(declared.version);
  if (version === undefined || !isAtLeast(version, oldest)) {
    return { problems: [problem('SO801', { product: title, given: declared.version, oldest })] };
  }

  const { denied: isDenied, remedy } = nodes.lacks.nativeSidecars;
  const isNewEnough = isAtLeast(version, nativeSince);
  if (declared.nativeSidecars && !(nodes.nativeSidecars && isNewEnough)) {
    let why = `${title} has them from ${nativeSince} on`;
    if (isNewEnough) {
      why = isDenied
        ? '`capabilities` has `nativeSidecars: false`'
        : `Kubernetes has them from ${NATIVE_SIDECARS} on (\`kubernetesVersion\` is that of the oldest node)`;
    }
    const wrong = isNewEnough && isDenied ? '`capabilities`' : 'the version';
    return { problems: [problem('SO802', { product: title, version: declared.version, why, wrong })] };
  }
  const decidedByPod = nativeByPod !== undefined && isAtLeast(version, nativeByPod);
  const native = declared.nativeSidecars ?? (nodes.nativeSidecars && decidedByPod);
  const mesh = describeMesh(facts, { version, declared, nodes, native });
  if (native) {
    return { mesh, problems: [] };
  }
  const isDecided = decidedByPod && declared.nativeSidecars !== false;
  const newer = isNewEnough ? [] : [`${title} ${nativeSince}`];
  const remedies: string[] = [];
  if (!nodes.nativeSidecars && (isDecided || isDenied)) {
    remedies.push(remedy);
  }
  if (nodes.nativeSidecars || !isDecided) {
    remedies.push(describeInstallation(newer, nodes.nativeSidecars || isDenied));
  }
  return { mesh: { ...mesh, forNative: remedies.join(', and ') }, problems: [] };
}

/** The remedy for a mesh whose installation, and not the pod, decides. */
function describeInstallation(newer: readonly string[], areNodesNewEnough: boolean): string {
  const since = areNodesNewEnough ? newer : [...newer, `Kubernetes ${NATIVE_SIDECARS}`];
  const from = since.length === 0 ? '' : ` (from ${since.join(' and ')} on)`;
  return `have the mesh inject its proxy as a native sidecar${from}, and write \`nativeSidecars: true\` of the mesh`;
}

/** Whether one of the labels or annotations has a value that counts. */
export function hasSign(texts: MetadataTexts, signs: readonly Sign[]): boolean {
  return signs.some(sign => {
    const text = texts[sign[0]];
    return text !== undefined && (sign.length === 1 || sign.indexOf(text, 1) > 0);
  });
}

/** Whether the mesh adds its proxy to a pod with these labels and annotations, in such a namespace. */
export function requestsProxy({ requests, refuses }: MeshFacts, own: MetadataTexts, namespace: MetadataTexts): boolean {
  const isRequested = hasSign(own, requests) || (hasSign(namespace, requests) && !hasSign(namespace, refuses));
  return isRequested && !hasSign(own, refuses);
}

function describeMesh(facts: MeshFacts, situation: Situation): Mesh {
  const { version, native } = situation;
  const { title, always, ready, rewritesTcpProbes } = facts;
  const rewrites = rewritesTcpProbes !== undefined && isAtLeast(version, rewritesTcpProbes);
  const initTraffic = findInitTraffic(facts, situation);
  const hasProbe = !native || ready?.nativeSince === undefined || isAtLeast(version, ready.nativeSince);
  return {
    ...always,
    name: `${title} ${version}`,
    ...describeHold(facts, situation),
    ready: ready && hasProbe ? { kind: 'httpGet', scheme: 'http', port: ready.port, path: ready.path } : undefined,
    annotations: listAnnotations(facts, situation),
    initTraffic,
    passesTcpProbes: initTraffic === 'meshed' && !rewrites,
    quit: native ? undefined : findQuitRequest(facts, version),
  };
}

/** How the proxy holds the app containers. */
function describeHold(facts: MeshFacts, { native, nodes }: Situation): Pick<Mesh, 'order' | 'reason' | 'hook'> {
  if (native) {
    return { order: 'native', reason: facts.native.reason };
  }
  const { hook, reason } = facts.regular;
  if (hook === undefined) {
    return { order: 'none', reason };
  }
  return nodes.serialStarts
    ? { order: 'hook', reason, hook }
    : { order: 'none', reason: 'its hook holds no container that starts at the same time (capabilities.serialStarts)' };
}

function listAnnotations({ native, regular, nativeAnnotation }: MeshFacts, situation: Situation): MeshAnnotation[] {
  const { version, nodes, declared } = situation;
  const annotations = [...((situation.native ? native : regular).annotations ?? [])];
  const key = nativeAnnotation?.keys.filter(([since]) => isAtLeast(version, since)).pop()?.[1];
  if (nativeAnnotation === undefined || key === undefined) {
    return annotations;
  }
  const { byDefault, alsoWritten } = nativeAnnotation;
  const isDefault =
    byDefault !== undefined && isAtLeast(version, byDefault.since) && nodes.minor >= (byDefault.minor ?? 0);
  const isStated = alsoWritten === 'ifStated' && declared.nativeSidecars === false;
  if (situation.native !== isDefault || alsoWritten === 'always' || isStated) {
    annotations.push({ key, value: `${situation.native}` });
  }
  return annotations;
}

function findInitTraffic({ initTraffic }: MeshFacts, { native, declared }: Situation): InitTraffic {
  if (initTraffic === 'free') {
    return 'free';
  }
  if (native) {
    return 'meshed';
  }
  return declared.cni ? 'lost' : initTraffic;
}

function findQuitRequest({ regular: { quit } }: MeshFacts, version: string): Mesh['quit'] {
  if (!quit) {
    return undefined;
  }
  const { url, needs, needsSince } = quit;
  return needsSince !== undefined && isAtLeast(version, needsSince) ? { url, needs } : { url };
}
