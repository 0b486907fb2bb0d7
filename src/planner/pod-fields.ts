import { listConfigMaps, nameConfigMapVolume } from './mechanisms/init-container/plan';
import { StartOrder } from './schedule/list-order';
import { AGENT_VOLUME, BINARIES_VOLUME, STATE_VOLUME, TOKEN_VOLUME } from '../agent/contract';
import { AgentDelivery } from '../api/private/agent-delivery';
import { AGENT_ANNOTATION, COMMAND_ANNOTATION } from '../api/private/annotations';
import { Delivery } from '../pod/delivery';
import { formatPinnedImage } from '../pod/image-command';
import { ContainerIntent, PodIntent } from '../pod/intent';
import {
  AnnotationPlan,
  ContainerPlan,
  InitEntry,
  listWaits,
  PodFieldPlan,
  PodPlan,
  VolumePlan,
} from '../pod/pod-plan';

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

const DELIVERIES: Readonly<Record<AgentDelivery, string>> = {
  [AgentDelivery.CONFIG_MAP]: 'the wait agent, from a ConfigMap',
  [AgentDelivery.COPY]: 'the wait agent, copied by an init container',
  [AgentDelivery.IMAGE_VOLUME]: 'the wait agent, from its image',
  [AgentDelivery.IN_IMAGE]: 'the wait agent, in the images of the pod',
  [AgentDelivery.NONE]: 'no wait agent',
};

function describeDelivery({ delivery, reason }: Delivery): string {
  return `${DELIVERIES[delivery]} (${delivery}): ${reason}`;
}

/** Plans all fields of the pod besides its containers. */
export function planPodFields(
  order: StartOrder,
  plans: ReadonlyMap<ContainerIntent, ContainerPlan>,
  initContainers: readonly InitEntry[],
  agent: Delivery | undefined,
  intent: PodIntent,
): Pick<PodPlan, 'volumes' | 'annotations' | 'podFields'> {
  const containers = [...plans.values()];
  return {
    volumes: planVolumes(containers, initContainers, agent),
    annotations: [...planAnnotations(order, intent), ...planImages(containers), ...planAgentPath(agent)],
    podFields: planServiceAccount(intent),
  };
}

/** Plans the volumes that the containers of the plan mount. */
function planVolumes(
  containers: readonly ContainerPlan[],
  initContainers: readonly InitEntry[],
  agent: Delivery | undefined,
): VolumePlan[] {
  const waits = listWaits({ initContainers });
  return [
    ...(agent && agent.path === undefined ? [planVolume('agent', AGENT_VOLUME, describeDelivery(agent))] : []),
    ...(agent?.delivery === AgentDelivery.COPY
      ? [
          planVolume(
            'binaries',
            BINARIES_VOLUME,
            `the wait agent for ${agent.architectures.join(', ')}, from ConfigMaps`,
          ),
        ]
      : []),
    ...([...containers, ...initContainers].some(c => c.mounts.some(m => m.volume === STATE_VOLUME))
      ? [
          planVolume(
            'state',
            STATE_VOLUME,
            'marker files tell which containers are ready, and lock files which containers still run',
          ),
        ]
      : []),
    ...(waits.some(w => w.tool === 'kubectl')
      ? [planVolume('token', TOKEN_VOLUME, 'the token with which a wait reads through the API')]
      : []),
    ...[...listConfigMaps(waits)].map((configMap, i): VolumePlan => {
      const name = nameConfigMapVolume(i);
      return {
        kind: 'configMap',
        name,
        configMap,
        field: `volumes[${name}]`,
        reason: `the ConfigMap ${configMap}, with which a wait verifies a certificate`,
      };
    }),
  ];
}

function planVolume(kind: Exclude<VolumePlan['kind'], 'configMap'>, name: string, reason: string): VolumePlan {
  return { kind, name, field: `volumes[${name}]`, reason };
}

/** Plans the annotations that the manifest does not contain. */
function planAnnotations(order: StartOrder, { annotations, mesh }: PodIntent): AnnotationPlan[] {
  const container = DEFAULT_CONTAINER in annotations ? undefined : findDefaultContainer(order);
  return [
    ...(container === undefined
      ? []
      : [
          {
            field: 'metadata.annotations',
            key: DEFAULT_CONTAINER,
            value: container,
            reason: `kubectl uses ${container} by default`,
          },
        ]),
    ...Object.entries(mesh?.annotations ?? {})
      .filter(([key, value]) => annotations[key] !== value)
      .map(([key, value]) => planAnnotation(key, value, 'tells the mesh where to inject its proxy')),
  ];
}

/** Records the images whose commands the plan copies into the manifest: `web=nginx:1.27@sha256:…`. */
function planImages(containers: readonly ContainerPlan[]): AnnotationPlan[] {
  const images = containers.flatMap(({ name, gate }) =>
    gate?.imageCommand ? [`${name}=${formatPinnedImage(gate.imageCommand)}`] : [],
  );
  return images.length === 0
    ? []
    : [
        planAnnotation(
          COMMAND_ANNOTATION,
          images.join(','),
          'the images from which commands come, with their digests; `cdk8s-startup-order images --check` ' +
            'detects that a tag points to another digest',
        ),
      ];
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
  return serviceAccount === undefined
    ? []
    : [
        {
          field: 'serviceAccountName',
          value: serviceAccount.name,
          reason: 'may read the awaited objects through the API, and nothing else',
        },
        ...(serviceAccount.automountsToken !== undefined
          ? []
          : [
              {
                field: 'automountServiceAccountToken' as const,
                value: false,
                reason: 'only the containers that wait through the API get a token',
              },
            ]),
      ];
}
