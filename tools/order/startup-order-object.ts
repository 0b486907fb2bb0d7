import { CONTAINER_FIELDS, DEPENDS_ON, EXTERNAL_DEPENDENCY, GUARANTEE, MECHANISM } from './dependency-types';
import { Place, PlacedProblem } from './placed-problem';
import { problem } from './problems';
import { READY_CHECK } from './ready-check-type';
import {
  anything,
  boolean,
  choice,
  choiceOf,
  duration,
  image,
  list,
  map,
  name,
  needed,
  object,
  optional,
  quantity,
  text,
  translated,
  ValueOf,
} from './types';
import { ContainerRole } from '../../src/api/enums';
import { DOMAIN } from '../../src/api/private/annotations';
import { AGENT_DELIVERIES } from '../../src/api/private/enums';
import { isObject } from '../../src/api/private/json-object';
import { shown } from '../../src/api/private/kind';
import { objectOf, textOf } from '../read/coerce-json';

export const API_VERSION = `${DOMAIN}/v1alpha1`;
export const KIND = 'StartupOrder';

const CONTAINER = object('Container', {
  dependsOn: optional(
    DEPENDS_ON,
    'The dependencies: containers of the pod, or names of `externalDependencies`. A list of names, or an object ' +
      'with the name of each as a key.',
  ),
  readyWhen: optional(
    READY_CHECK,
    'The check that must pass before dependents start. Default: its startup probe, otherwise its readiness probe.',
  ),
  role: optional(
    choiceOf(ContainerRole),
    'The role, which decides whether `initContainers` or `containers` lists the container. Default: as in the ' +
      'manifest; `sidecar` for an app container that others need, where that keeps the order.',
  ),
  stopsWithin: optional(
    duration,
    'The longest time from SIGTERM to the end of the container, in whole seconds. Default: `2s`.',
  ),
  expectedReadyIn: optional(
    duration,
    'The expected time until the container is ready, for predictions only. Default: `1s`.',
  ),
});

const SELECTOR = object(
  'WorkloadSelector',
  {
    kind: optional(name, 'The kind, such as `Deployment`.'),
    name: optional(name, 'The name.'),
    namespace: optional(name, 'The namespace in the manifest.'),
    labels: optional(map(text), 'Labels in the metadata of the workload.'),
  },
  1,
);

const resources = translated(
  object('Resources', {
    requests: optional(map(quantity), 'Requests.'),
    limits: optional(map(quantity), 'Limits.'),
  }),
  ({ requests = {}, limits = {} }) => ({ requests, limits }),
);

const AGENT = object('Agent', {
  delivery: optional(
    choiceOf(AGENT_DELIVERIES),
    'The way in which the agent gets into the containers. `none`: no container runs it. Default: `config_map` ' +
      'if the architecture is known, otherwise `copy`.',
  ),
  configMap: optional(
    name,
    'The name of an installed ConfigMap with the agent. Default: the command adds a ConfigMap.',
  ),
  image: optional(
    image,
    'The image of the init container that copies the agent; with `image_volume`, the image of the agent.',
  ),
  path: optional(text, 'With `in_image`: the absolute path of the agent in the images.'),
  registry: optional(text, 'A registry, with an optional path, for the default images.'),
  resources: optional(resources, 'Resources of the injected containers. `{}` leaves them out.'),
  omitRunAsUser: optional(
    boolean,
    'Whether to leave `runAsUser` out of the injected containers, for a cluster that assigns the user. ' +
      'Default: `false`.',
  ),
});

const MESH = translated(
  object('Mesh', {
    product: needed(
      choice('istio', 'linkerd', 'consul', 'kuma', 'dapr'),
      'The mesh that injects its proxy into the pod.',
    ),
    version: needed(text, 'The version, as `major.minor`.'),
    nativeSidecars: optional(
      boolean,
      'Whether the mesh injects its proxy as a native sidecar. Default: `true` if the nodes and the mesh ' +
        'support it for one pod.',
    ),
    cni: optional(
      boolean,
      'Whether a CNI plugin of the mesh redirects the traffic of the pod. Not for Dapr. Default: `false`.',
    ),
  }),
  (mesh, place) => {
    if (mesh.product === 'dapr' && mesh.cni !== undefined) {
      place.enter('cni').reportUseless('Dapr redirects no traffic');
    }
    return { ...mesh, cni: mesh.cni ?? false };
  },
);

const SPEC = translated(
  object('Spec', {
    workloads: needed(
      list(SELECTOR, 1),
      'The workloads that get this order. A selector matches a workload if all its fields match.',
    ),
    containers: optional(map(CONTAINER), 'The containers, by name.'),
    sidecarsFirst: optional(
      boolean,
      'Whether each app container depends on all sidecars of the pod. Default: `false`.',
    ),
    externalDependencies: optional(
      map(EXTERNAL_DEPENDENCY),
      'The dependencies outside the pod, by the name that `dependsOn` uses. The init container is called ' +
        '`wait-for-<name>`.',
    ),
    replaces: optional(
      list(name),
      'The init containers that only wait, for the same as the dependencies: the command removes them.',
    ),
    serviceAccountName: optional(
      name,
      'An existing service account with the permissions for the waits, for a pod without one.',
    ),
    createServiceAccount: optional(
      boolean,
      'Whether a pod without a service account gets one of its own, with a Role, for a dependency that needs ' +
        'the Kubernetes API. The pull secrets and the cloud identity of the account `default` then no longer ' +
        'apply. Default: `--create-service-account`, otherwise `false`: such a dependency is an error.',
    ),
    kubernetesVersion: optional(
      text,
      'The Kubernetes version of the oldest node, as `major.minor` or `major.minor.patch`, in quotes. Default: ' +
        '`--kubernetes-version`, otherwise the version that the workload records, otherwise "1.29".',
    ),
    architecture: optional(
      text,
      'The architecture of all nodes, as in the label `kubernetes.io/arch`. Default: `--architecture`, ' +
        'otherwise unknown.',
    ),
    capabilities: optional(
      map(boolean),
      'Capabilities of the nodes that differ from the features of `kubernetesVersion`, such as a disabled ' +
        'feature gate.',
    ),
    images: optional(
      text,
      'The path of the image file, relative to the working directory. Default: `--images`, otherwise ' +
        '`startup-order.images.json`, if it exists.',
    ),
    agent: optional(AGENT, 'The wait agent and the injected containers.'),
    mechanism: optional(MECHANISM, 'The mechanism for every dependency that specifies none.'),
    guarantee: optional(
      GUARANTEE,
      'The guarantee for every dependency that specifies none. Default: `--guarantee`; otherwise `fail_closed` ' +
        'where a mechanism reaches it.',
    ),
    orderedShutdown: optional(boolean, 'Whether the containers stop in reverse order. Default: `false`.'),
    mesh: optional(MESH, 'The service mesh that injects its proxy into the pod.'),
    acceptedWarnings: optional(
      list(text),
      'The codes of accepted warnings, such as `SW101`: the plan shows them as notes.',
    ),
    disabledReason: optional(name, 'Disables the order, for this reason: the manifests stay unchanged.'),
  }),
  (spec, place) => {
    reportContradictions(spec, place);
    return spec;
  },
);

/** The description of the whole object. */
export const STARTUP_ORDER = object('StartupOrder', {
  apiVersion: needed(choice(API_VERSION), 'The version of this format.'),
  kind: needed(choice(KIND), 'The kind.'),
  metadata: optional(anything, 'The name, for messages. All other fields have no effect.'),
  spec: needed(SPEC, 'The order.'),
});

export type WorkloadSelector = ValueOf<typeof SELECTOR>;
export type StartupOrderSpec = ValueOf<typeof SPEC>;

/** A valid object. */
export interface StartupOrderObject {
  /** `undefined`: unspecified. */
  readonly name?: string;
  /** The file and the line, for errors. */
  readonly place?: string;
  readonly spec: StartupOrderSpec;
}

/** Whether the document is a StartupOrder, in any version, also without or with a misspelt API group. */
export function isStartupOrder(document: unknown): boolean {
  return isObject(document) && document.kind === KIND && /startup-?order|^undefined$/.test(String(document.apiVersion));
}

/** Reads a document that is a StartupOrder. With problems, returns no object. */
export function parseStartupOrder(document: unknown): {
  readonly object?: StartupOrderObject;
  readonly problems: readonly PlacedProblem[];
} {
  const root = new Place();
  if (isObject(document) && document.apiVersion !== API_VERSION && isStartupOrder(document)) {
    root.enter('apiVersion').report(problem('SO662', { given: shown(document.apiVersion), known: API_VERSION }));
    return root;
  }
  const { metadata, spec } = STARTUP_ORDER.read(document, root) ?? {};
  if (root.problems.length > 0) {
    return root;
  }
  return { object: { name: textOf(objectOf(metadata)?.name), spec }, problems: [] };
}

/** Reports the fields that contradict each other or have no effect. */
function reportContradictions(
  {
    containers = {},
    externalDependencies = {},
    serviceAccountName,
  }: Pick<StartupOrderSpec, 'containers' | 'externalDependencies' | 'serviceAccountName'>,
  place: Place,
): void {
  const used = new Set<string>();
  for (const [container, { dependsOn = [] }] of Object.entries(containers)) {
    const needs = place.enter('containers', container, 'dependsOn');
    for (const dependency of dependsOn) {
      used.add(dependency.name);
      if (!Object.hasOwn(externalDependencies, dependency.name)) {
        continue;
      }
      for (const field of CONTAINER_FIELDS.filter(one => dependency[one] !== undefined)) {
        needs.enter(dependency.key, field).reportUseless(`'${dependency.name}' is an external dependency`);
      }
    }
  }
  let needsApi = false;
  for (const [external, { variant, image: own, env }] of Object.entries(externalDependencies)) {
    const inside = place.enter('externalDependencies', external);
    if (Object.hasOwn(containers, external)) {
      inside.report(problem('SO667', { name: external }));
    } else if (!used.has(external)) {
      inside.reportUseless('no container depends on it');
    }
    const target = variant({ name: external, image: own, env });
    if (own !== undefined && target.image === undefined) {
      inside.enter('image').reportUseless('the wait agent makes this check');
    }
    if (env !== undefined && target.env === undefined) {
      inside.enter('env').reportUseless('only `http` and `exec` have variables');
    }
    needsApi ||= target.access !== undefined;
  }
  if (serviceAccountName !== undefined && !needsApi) {
    place.enter('serviceAccountName').reportUseless('no dependency needs the Kubernetes API');
  }
}
