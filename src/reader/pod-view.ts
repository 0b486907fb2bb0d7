import { listOf, objectOf, textsOf } from './json';
import { readableContainer, readablePodSpec } from './readable-pod-spec';
import { FoundWorkload } from './workloads-in';
import { ContainerJson, PodSpecJson } from '../model/private/pod-spec';
import { ContainerSlot } from '../model/startup-plan';

/** The pod of a workload, as the reader and the rules look at it. */
export interface PodView {
  readonly workload: FoundWorkload;
  /** Where the pod spec is in the document, such as `spec.template.spec`. */
  readonly path: string;
  /** Without its containers. */
  readonly spec: PodSpecJson;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** In start order; what is no object is left out. */
  readonly containers: readonly ContainerView[];
}

export interface ContainerView {
  readonly name: string;
  readonly path: string;
  /** As the manifest says it, whatever the nodes make of it. */
  readonly slot: ContainerSlot;
  readonly json: ContainerJson;
}

export function podViewOf(workload: FoundWorkload): PodView {
  const spec = objectOf(workload.template.spec)!;
  const metadata = objectOf(workload.template.metadata) ?? {};
  const path = workload.templatePath === '' || workload.templatePath.endsWith('.') ? `${workload.templatePath}spec` : `${workload.templatePath}.spec`;
  return {
    workload,
    path,
    spec: readablePodSpec(spec),
    labels: textsOf(metadata.labels),
    annotations: textsOf(metadata.annotations),
    containers: (['initContainers', 'containers'] as const).flatMap(list => listOf(spec[list]).flatMap((value, i) => container(value, list, i, path))),
  };
}

function container(value: unknown, list: 'initContainers' | 'containers', index: number, path: string): ContainerView[] {
  const place = `${list}[${index}]`;
  const json = readableContainer(value, place);
  if (!json) { return []; }
  const slot = list === 'containers' ? ContainerSlot.CONTAINER : json.restartPolicy === 'Always' ? ContainerSlot.NATIVE_SIDECAR : ContainerSlot.INIT_CONTAINER;
  return [{ name: json.name, path: `${path}.${place}`, slot, json }];
}
