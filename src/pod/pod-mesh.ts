import { setYamlField } from './meshes/edit-yaml';
import { MESHES } from './meshes/mesh-facts';
import { requestsProxy } from './meshes/resolve-mesh';
import { problem } from './problems';
import { AgentSettings } from './settings';
import { Mesh, MeshAnnotation, MeshProduct, PodMesh } from '../api/private/mesh';
import { joinTexts, listContainersOf, MetadataTexts, PodSpecJson, PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** Applies the mesh to a pod. The mesh settings in the manifest stay and take precedence. */
export function applyMesh(
  mesh: Mesh | undefined,
  template: PodTemplateJson,
  agent: AgentSettings,
): { mesh?: PodMesh; problems: Problem[] } {
  if (!mesh) {
    return { problems: [] };
  }
  const given = template.metadata?.annotations ?? {};
  const annotations: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const annotation of mesh.annotations) {
    const value = findValue(mesh, annotation, given[annotation.key]);
    if (typeof value === 'string') {
      annotations[annotation.key] = value;
    } else {
      problems.push(value);
    }
  }
  const uncapturedPorts = mesh.excludePorts === undefined ? [] : parsePortRanges(given[mesh.excludePorts] ?? '');
  const uncapturedUser = agent.omitRunAsUser ? undefined : mesh.uncapturedUser;
  problems.push(...validateInjection(mesh, template));
  return { mesh: { ...mesh, annotations, uncapturedPorts, uncapturedUser }, problems };
}

/**
 * Returns the mesh whose proxy labels or annotations of the pod or of its namespace request, if the manifest does not
 * contain that proxy.
 */
export function findRequestedMesh(
  { metadata, spec }: PodTemplateJson,
  namespace: MetadataTexts = {},
): MeshProduct | undefined {
  const own = joinTexts(metadata);
  return (Object.keys(MESHES) as MeshProduct[]).find(product => {
    const { always } = MESHES[product];
    const isSkipped = spec.hostNetwork && always.skipsHostNetwork;
    return requestsProxy(MESHES[product], own, namespace) && !isSkipped && !hasProxy(always, spec);
  });
}

/** Returns the value of an annotation in the manifest; `given`: the value of the user. */
function findValue(mesh: Mesh, { key, field, value }: MeshAnnotation, given: string | undefined): string | Problem {
  if (field === undefined) {
    return given === undefined || given === value ? value : contradiction(mesh, key, given, value);
  }
  const text = given ?? '';
  const edited = setYamlField(text, field, value === 'true');
  if ('why' in edited) {
    return problem('SO806', { key, given: text, why: edited.why });
  }
  return 'given' in edited ? contradiction(mesh, `${field} in ${key}`, String(edited.given), value) : edited.text;
}

function contradiction(mesh: Mesh, key: string, given: string, wanted: string): Problem {
  return problem('SO804', { mesh: mesh.name, key, given, wanted, native: mesh.order === 'native' });
}

function validateInjection({ name, proxy, optOut, skipsHostNetwork }: Mesh, template: PodTemplateJson): Problem[] {
  const { metadata: texts, spec } = template;
  const problems: Problem[] = [];
  const { in: fields = [], key = '', value } = optOut ?? {};
  const found = fields.find(field => texts?.[field]?.[key] !== undefined);
  if (found && texts?.[found]?.[key] === value) {
    const what = found === 'labels' ? 'the label' : 'the annotation';
    problems.push(
      problem('SO803', { mesh: name, why: `${what} ${key} is '${value}'`, remedy: 'enable the injection' }),
    );
  }
  if (spec.hostNetwork && skipsHostNetwork) {
    const why = 'it skips pods with `hostNetwork`';
    problems.push(problem('SO803', { mesh: name, why, remedy: 'remove `hostNetwork`' }));
  }
  if (hasProxy({ proxy }, spec)) {
    problems.push(problem('SO805', { mesh: name, proxy }));
  }
  return problems;
}

function hasProxy({ proxy }: Pick<Mesh, 'proxy'>, spec: PodSpecJson): boolean {
  return listContainersOf(spec).some(c => c.name === proxy);
}

/** `8080,9000-9010` */
export function parsePortRanges(text: string): { from: number; to: number }[] {
  return text.split(',').flatMap(part => {
    const [, from, to = from] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
  });
}
