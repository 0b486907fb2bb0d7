import { ComposeService } from './compose-model';
import { ContainerJson, PodSpecJson } from '../../src/api/private/pod-spec';
import { WorkloadName } from '../read/find-workloads';

/** A workload of the manifests, with the parts that the search needs. */
export interface ComposeWorkload extends WorkloadName {
  /** The labels of the pods. */
  readonly labels: Readonly<Record<string, unknown>>;
  readonly spec: PodSpecJson;
}

/** The container that a converter made of a service. */
export interface ServiceContainer {
  readonly workload: ComposeWorkload;
  readonly container: ContainerJson;
}

/** A converter of compose files: the label with the name of the service, and its names of services and containers. */
interface Converter {
  readonly label: string;
  readonly nameService: (service: ComposeService) => string;
  readonly nameContainer: (name: string) => string;
}

const CONVERTERS: readonly Converter[] = [
  // kompose 1.38: loader/compose/utils.go, transformer/kubernetes/k8sutils.go (GetContainerName)
  {
    label: 'io.kompose.service',
    nameService: ({ name, labels }) => {
      const given = labels['kompose.service.name_override'] ?? name;
      return given.toLowerCase().replace(/[._]/g, '-');
    },
    nameContainer: name => name.toLowerCase().replaceAll('_', '-'),
  },
  // Compose Bridge, the transformer of Docker 0.0.6: templates/base/deployment.tmpl, convert.go (safe)
  {
    label: 'com.docker.compose.service',
    nameService: ({ name }) => name,
    nameContainer: name =>
      name
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '-')
        .replace(/^-+/, ''),
  },
];

/** Returns the containers of a service: one, unless the manifests lack it or contain it twice. */
export function findContainers(service: ComposeService, workloads: readonly ComposeWorkload[]): ServiceContainer[] {
  return CONVERTERS.flatMap(converter => findConverted(service, converter, workloads));
}

/** A pod with several services has the label of one service, or of the group. */
function findConverted(
  service: ComposeService,
  { label, nameService, nameContainer }: Converter,
  workloads: readonly ComposeWorkload[],
): ServiceContainer[] {
  const wanted = nameContainer(service.containerName ?? nameService(service));
  const converted = workloads.filter(({ labels }) => typeof labels[label] === 'string');
  const labelled = converted.filter(({ labels }) => labels[label] === nameService(service));
  const candidates = labelled.length > 0 ? labelled : converted;
  const named = candidates.flatMap(workload => {
    const { initContainers = [], containers = [] } = workload.spec;
    const container = [...initContainers, ...containers].find(({ name }) => name === wanted);
    return container ? [{ workload, container }] : [];
  });
  const single = labelled.filter(({ spec }) => spec.containers?.length === 1);
  return named.length > 0 ? named : single.map(workload => ({ workload, container: workload.spec.containers![0] }));
}
