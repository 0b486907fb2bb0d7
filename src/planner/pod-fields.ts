import { describeDelivery } from './agent';
import { StartOrder } from './schedule/list-order';
import { STATE_VOLUME } from '../agent/contract';
import { AGENT_ANNOTATION, COMMAND_ANNOTATION } from '../api/private/annotations';
import { Delivery } from '../pod/delivery';
import { formatPinnedImage } from '../pod/image-facts';
import { PodIntent } from '../pod/intent';
import { AnnotationPlan, ContainerPlan, PodFieldPlan, PodPlan, VolumePlan } from '../pod/pod-plan';

const EVICTION = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Plans all fields of the pod besides its containers and volumes. */
export function planPodFields(
  order: StartOrder,
  { containers, volumes }: Pick<PodPlan, 'containers' | 'volumes'>,
  agent: Delivery | undefined,
  intent: PodIntent,
): Pick<PodPlan, 'annotations' | 'podFields'> {
  const annotations = [
    ...planAnnotations(order, intent),
    ...planImages(containers),
    ...planAgentPath(agent),
    ...planEviction(volumes, intent),
  ];
  return {
    // A mesh with annotations is refused (SO636). The others are hints for kubectl, the cluster autoscaler and readers.
    annotations: intent.lacksTemplate ? [] : annotations,
    podFields: planServiceAccount(intent),
  };
}

/** Plans the annotations that the manifest does not contain. */
function planAnnotations(order: StartOrder, { annotations, mesh }: PodIntent): AnnotationPlan[] {
  const container = DEFAULT_CONTAINER in annotations ? undefined : findDefaultContainer(order);
  const ofMesh = Object.entries(mesh?.annotations ?? {})
    .filter(([key, value]) => annotations[key] !== value)
    .map(([key, value]) => planAnnotation(key, value, 'tells the mesh where to inject its proxy'));
  if (container === undefined) {
    return ofMesh;
  }
  const reason = `kubectl uses ${container} by default`;
  return [{ field: 'metadata.annotations', key: DEFAULT_CONTAINER, value: container, reason }, ...ofMesh];
}

/** Records the images whose commands the plan copies into the manifest: `web=nginx:1.27@sha256:…`. */
function planImages(containers: readonly ContainerPlan[]): AnnotationPlan[] {
  const images = containers.flatMap(({ name, gate }) =>
    gate?.imageCommand ? [`${name}=${formatPinnedImage(gate.imageCommand)}`] : [],
  );
  const reason =
    'the images from which commands come, with their digests; `cdk8s-startup-order images --check` ' +
    'detects that a tag points to another digest';
  return images.length === 0 ? [] : [planAnnotation(COMMAND_ANNOTATION, images.join(','), reason)];
}

function planAnnotation(key: string, value: string, reason: string): AnnotationPlan {
  return { field: `metadata.annotations[${key}]`, key, value, reason };
}

/**
 * Records the path of the agent in the images. Without it, a reader of the manifest could not tell the agent from
 * another program.
 */
function planAgentPath(agent: Delivery | undefined): AnnotationPlan[] {
  return agent?.path === undefined ? [] : [planAnnotation(AGENT_ANNOTATION, agent.path, describeDelivery(agent))];
}

/**
 * The cluster autoscaler removes no node with a pod that has an emptyDir on the disk, unless this annotation lists it
 * (cluster-autoscaler, utils/drain/drain.go HasBlockingLocalStorage; kubernetes/autoscaler#5594).
 */
function planEviction(volumes: readonly VolumePlan[], { annotations }: PodIntent): AnnotationPlan[] {
  const given = annotations[EVICTION] ? annotations[EVICTION].split(',') : [];
  if (!volumes.some(v => v.kind === 'stateOnDisk') || given.includes(STATE_VOLUME)) {
    return [];
  }
  const reason = `the cluster autoscaler may remove a node with the volume ${STATE_VOLUME}`;
  return [planAnnotation(EVICTION, [...given, STATE_VOLUME].join(','), reason)];
}

/**
 * `kubectl logs` and `exec` take the first container, so the first container of the manifest stays the default, also as
 * an inferred sidecar. `undefined`: kubectl takes it anyway.
 */
function findDefaultContainer({ app, init }: StartOrder): string | undefined {
  const regular = [...app, ...init.filter(c => c.inferredFor !== undefined)].filter(c => !c.inInitContainers);
  const [declared = app[0]] = regular.sort((a, b) => a.place - b.place);
  return declared === app[0] ? undefined : declared.name;
}

/** Plans the service account of a pod whose waits read through the API. */
function planServiceAccount({ serviceAccount }: PodIntent): PodFieldPlan[] {
  if (serviceAccount === undefined) {
    return [];
  }
  const account = {
    field: 'serviceAccountName',
    value: serviceAccount.name,
    reason: 'may read the awaited objects through the API, and nothing else',
  } as const;
  const token = {
    field: 'automountServiceAccountToken',
    value: false,
    reason: 'only the containers that wait through the API get a token',
  } as const;
  return serviceAccount.automountsToken === undefined ? [account, token] : [account];
}
