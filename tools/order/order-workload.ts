import { DeclaredOrder, ManifestWorkload } from './declare-orders';
import { hash } from './hash';
import { findHookAnnotations } from './hooks';
import { problem } from './problems';
import { removeWaits } from './replace-waits';
import { findUnenforced } from './unenforced-dependencies';
import { buildWaitAccess } from './wait-access';
import { ORDERED_ANNOTATION } from '../../src/api/private/annotations';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { buildAgentConfigMap, loadSeparateBinaries } from '../../src/emit/agent-config-map';
import { listAgentConfigMaps } from '../../src/emit/volumes';
import { orderPod } from '../../src/engine/order-pod';
import { AppObjects, AppWorkload, listExternalWaits } from '../../src/pod/app-objects';
import { replaceAt, valueAt } from '../../src/pod/json-path';
import { findItemPath } from '../../src/pod/list-items';
import { addPolicies, findLostPorts } from '../../src/pod/lost-ports';
import { PodPlan } from '../../src/pod/pod-plan';
import { readWorkload } from '../../src/pod/read-workload';
import { recordVersion } from '../../src/pod/record-version';
import { nameOwner } from '../../src/pod/resolve-options';
import { AgentSettings, OrderSettings } from '../../src/pod/settings';
import { sortKeys } from '../../src/pod/sort-keys';
import { findCycles } from '../lint/rules/cyclic-order';
import { readAppWorkload } from '../read/app-object';
import { listOf, objectOf, textOf, textsOf } from '../read/coerce-json';
import { readPod } from '../read/read-pod';

/** A workload and its plan. */
export interface PlannedWorkload {
  readonly workload: ManifestWorkload;
  readonly settings: OrderSettings;
  /** `undefined`: the order is disabled, or the pod needs no order. */
  readonly plan: PodPlan | undefined;
  /** The reason why the pod needs no order. */
  readonly reason?: string;
  /** The manifests that the pod needs: the agent's ConfigMap, and the service account and the roles of its waits. */
  readonly objects: readonly JsonObject[];
}

/** With problems, the workload stays as it is. */
interface OrderedWorkload {
  readonly document?: unknown;
  readonly planned?: PlannedWorkload;
  readonly problems: readonly Problem[];
}

/**
 * "A unique name identifying the instance of an application" (kubernetes.io, Recommended Labels): with Helm, the
 * release.
 */
const RELEASE_LABEL = 'app.kubernetes.io/instance';

/**
 * Returns a problem for each dependency outside the pod with the name of a container of the pod, of which `dependsOn`
 * may speak.
 */
function findAmbiguousNames({ containers }: PodDeclaration, { spec }: PodTemplateJson): Problem[] {
  const inSpec = [...listOf(spec.initContainers), ...listOf(spec.containers)];
  const externals = new Map(listExternalWaits(containers).map(wait => [wait.target.name, wait.dependent]));
  const inPod = new Set(inSpec.map(container => objectOf(container)?.name));
  const ambiguous = [...externals].filter(([name]) => inPod.has(name));
  return ambiguous.map(([name, container]) => ({
    ...problem('SO667', { name }),
    subject: { in: 'declaration', container, dependency: name, field: 'check' },
  }));
}

/** Orders the pod of one workload, and returns the changed document. A pod that is already ordered stays as it is. */
export function orderWorkload(
  document: unknown,
  workload: ManifestWorkload,
  order: DeclaredOrder,
  app: AppObjects<AppWorkload>,
): OrderedWorkload {
  const { declaration, settings } = order;
  const { templateKeys: keys } = workload;
  const given = addFields(valueAt(document, keys) as PodTemplateJson, order.additions);
  const [mark, now] = [textOf(given.metadata?.annotations?.[ORDERED_ANNOTATION]), hashOrder(order)];
  const isOrdered = mark === now;
  if (mark !== undefined && !isOrdered) {
    return { problems: [problem('SO681', { annotation: ORDERED_ANNOTATION, given: mark, now })] };
  }
  const read = (result: PodTemplateJson) =>
    readPod({ ...workload, object: {}, template: { ...result } }, settings.target.version, settings.images);
  if (isOrdered) {
    // The mark may be on a pod that was changed later, or is a copy of the mark of another pod.
    const unenforced = findUnenforced(read(given), order);
    if (unenforced.length > 0) {
      return { problems: unenforced };
    }
  }
  if (isOrdered || settings.disabledReason !== undefined || order.isUnordered) {
    const planned = { workload, settings, plan: undefined, reason: describeUnordered(order, isOrdered), objects: [] };
    return { document: replaceAt(document, keys, given), planned, problems: [] };
  }
  const { template, problems: notReplaced } = removeWaits(
    given,
    workload,
    order.object?.spec.replaces ?? [],
    declaration,
  );
  const { kind, namespace } = workload;
  const { createsAccount } = order;
  const access = buildWaitAccess(declaration, { ...workload, spec: template.spec, createsAccount });
  const around = valueAt(document, keys.slice(0, -1)) as JsonObject | undefined;
  const facts = {
    ...readWorkload(`${workload.apiVersion}/${kind}`, around),
    namespaceTexts: app.findNamespaceTexts(namespace),
  };
  const owner = nameOwner(textsOf(workload.labels)[RELEASE_LABEL] ?? textsOf(template.metadata?.labels)[RELEASE_LABEL]);
  const agent = { ...settings.agent, owner };
  const orderWith = (chosen: AgentSettings) =>
    orderPod(template, access.declaration, { ...settings, agent: chosen }, facts);

  const { template: ordered, plan, problems } = orderWith(agent);
  const [cycle] = ordered ? findCycles(read(ordered)) : [];
  const against = cycle && [...findCycles(read(template))].length === 0 ? [problem('SO686', cycle)] : [];
  const wrong = [
    ...notReplaced,
    ...problems,
    ...access.problems,
    ...findAmbiguousNames(declaration, template),
    ...against,
  ];
  if (!ordered || wrong.length > 0) {
    return { problems: wrong };
  }
  const { pods } = readAppWorkload(workload);
  const findObjects = () => app;
  const lost = findLostPorts(plan, () => pods, findObjects);
  if (lost.length > 0) {
    return { problems: lost };
  }
  const reported = addPolicies(plan, pods, findObjects);
  const finish = (result: PodTemplateJson, objects: readonly JsonObject[]): OrderedWorkload => {
    const annotated = { ...result.metadata?.annotations, [ORDERED_ANNOTATION]: now };
    const marked = sortKeys({ ...result, metadata: { ...result.metadata, annotations: annotated } });
    const changed = replaceAt(document, keys, marked);
    return {
      document: recordVersion(changed, findItemPath(keys), settings),
      planned: { workload, settings, plan: reported, objects },
      problems: [],
    };
  };

  const configMaps = listAgentConfigMaps(plan.agent, agent);
  const annotations = findHookAnnotations(workload.annotations);
  const rights = annotations
    ? access.objects.map(object => replaceAt(object, ['metadata', 'annotations'], annotations))
    : access.objects;
  if (!annotations || configMaps.length === 0) {
    const shared = configMaps.map(configMap => buildAgentConfigMap({ ...configMap, namespace }));
    return finish(ordered, [...shared, ...rights]);
  }
  const configMap = `startup-order-hook-${hash([configMaps.map(one => one.name), annotations], 8)}`;
  const asHook = orderWith({ ...agent, configMap });
  if (!asHook.template) {
    return { problems: asHook.problems };
  }
  const separate = buildAgentConfigMap(
    { name: configMap, namespace, binaryData: loadSeparateBinaries(plan.agent!.architectures) },
    {},
    annotations,
  );
  return finish(asHook.template, [separate, ...rights]);
}

function describeUnordered({ settings, additions }: DeclaredOrder, isOrdered: boolean): string | undefined {
  if (isOrdered) {
    return 'is already in order';
  }
  if (settings.disabledReason !== undefined) {
    return undefined;
  }
  const added = Object.entries(additions ?? {}).map(([name, fields]) => `${Object.keys(fields).join(', ')} of ${name}`);
  return added.length === 0 ? 'needs no order' : `needs no order, and gets: ${added.join('; ')}`;
}

function addFields(template: PodTemplateJson, additions: DeclaredOrder['additions']): PodTemplateJson {
  if (!additions) {
    return template;
  }
  const containers = template.spec.containers?.map(container => ({ ...container, ...additions[container.name] }));
  return { ...template, spec: { ...template.spec, containers } };
}

/**
 * Neither the images of the image file nor the capabilities of a version have an influence: an update of both must not
 * make ordered pods invalid. Stated capabilities do.
 */
export function hashOrder({
  declaration,
  object,
  settings: { images: _images, statedVersion: _stated, target, ...settings },
}: DeclaredOrder): string {
  const { replaces, capabilities } = object?.spec ?? {};
  const hashed = { declaration, replaces, capabilities, settings: { ...settings, version: target.version } };
  return `sha256-${hash(hashed, 12)}`;
}
