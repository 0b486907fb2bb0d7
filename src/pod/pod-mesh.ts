import { setYamlField } from './meshes/edit-yaml';
import { MetadataTexts } from './meshes/mesh-product';
import { problem } from './meshes/problems';
import { describeUnversioned, MESHES } from './meshes/resolve-mesh';
import { AgentSettings } from './settings';
import { Mesh, MeshAnnotation, MeshProduct, PodMesh } from '../api/private/mesh';
import { PodSpecJson, PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

type Annotations = Readonly<Record<string, string>>;

/** Applies the mesh to a pod. The mesh settings in the manifest stay and take precedence. */
export function applyMesh(
  mesh: Mesh | undefined,
  template: PodTemplateJson,
  agent: AgentSettings,
): { mesh?: PodMesh; problems: Problem[] } {
  if (!mesh) {
    return { problems: [] };
  }
  const annotations = template.metadata?.annotations ?? {};
  const wanted = mesh.annotations.map(a => buildAnnotation(mesh, a, annotations));
  return {
    mesh: {
      ...mesh,
      annotations: Object.fromEntries(wanted.flatMap(w => ('code' in w ? [] : [[w.key, w.value]]))),
      uncapturedPorts: mesh.excludePorts === undefined ? [] : parsePortRanges(annotations[mesh.excludePorts] ?? ''),
      uncapturedUser: agent.omitRunAsUser ? undefined : mesh.uncapturedUser,
    },
    problems: [
      ...wanted.flatMap(w => ('code' in w ? [w] : [])),
      ...validateInjection(mesh, template),
      ...validateProxyName(mesh, template),
    ],
  };
}

/**
 * Returns the mesh whose proxy labels or annotations of the pod request, if the manifest does not contain that proxy.
 */
export function findRequestedMesh({ metadata, spec }: PodTemplateJson): MeshProduct | undefined {
  const { labels, annotations } = (metadata ?? {}) as { labels?: MetadataTexts; annotations?: MetadataTexts };
  const texts = { ...labels, ...annotations };
  return (Object.keys(MESHES) as MeshProduct[]).find(product => {
    const { requested, refused } = MESHES[product].injection;
    return requested(texts) && !refused(texts) && !hasProxy(describeUnversioned(MESHES[product]), spec);
  });
}

/** Returns the annotation for the manifest. */
function buildAnnotation(
  mesh: Mesh,
  { key, field, value }: MeshAnnotation,
  given: Annotations,
): { key: string; value: string } | Problem {
  const text = given[key];
  if (field !== undefined) {
    return setFieldOfAnnotation(mesh, { key, field, value }, text);
  }
  if (text !== undefined && text !== value) {
    return contradiction(mesh, key, text, value);
  }
  return { key, value };
}

function setFieldOfAnnotation(
  mesh: Mesh,
  { key, field, value }: Required<MeshAnnotation>,
  text = '',
): { key: string; value: string } | Problem {
  const edited = setYamlField(text, field, value === 'true');
  if ('why' in edited) {
    return problem('SO806', { key, given: text, why: edited.why });
  }
  return 'given' in edited
    ? contradiction(mesh, `${field} in ${key}`, String(edited.given), value)
    : { key, value: edited.text };
}

function contradiction(mesh: Mesh, key: string, given: string, wanted: string): Problem {
  return problem('SO804', { mesh: mesh.name, key, given, wanted });
}

function validateInjection(mesh: Mesh, { metadata, spec }: PodTemplateJson): Problem[] {
  const { optOut } = mesh;
  const said = optOut && (metadata?.[optOut.in] as Record<string, string> | undefined)?.[optOut.key] === optOut.value;
  return [
    ...(said
      ? [
          problem('SO803', {
            mesh: mesh.name,
            why: `${optOut.in === 'labels' ? 'the label' : 'the annotation'} ${optOut.key} is '${optOut.value}'`,
          }),
        ]
      : []),
    ...(spec.hostNetwork && mesh.skipsHostNetwork
      ? [problem('SO803', { mesh: mesh.name, why: 'it skips pods with `hostNetwork`' })]
      : []),
  ];
}

function validateProxyName(mesh: Mesh, { spec }: PodTemplateJson): Problem[] {
  return hasProxy(mesh, spec) ? [problem('SO805', { mesh: mesh.name, proxy: mesh.proxy })] : [];
}

function hasProxy({ proxy }: Mesh, spec: PodSpecJson): boolean {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? [])].some(c => c.name === proxy);
}

/** `8080,9000-9010` */
export function parsePortRanges(text: string): { from: number; to: number }[] {
  return text.split(',').flatMap(part => {
    const [, from, to = from] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
  });
}
