import { posix } from 'path';
import { parseEnv } from 'util';
import { isObject, JsonObject } from '../../../src/api/private/json-object';
import { PodTemplateJson } from '../../../src/api/private/pod-spec';
import { problem, startOrderError } from '../../../src/api/private/problem';
import { valueAt } from '../../../src/pod/json-path';
import { declareServices, ServiceObject } from '../../compose/declare-services';
import { ComposeWorkload } from '../../compose/find-containers';
import { formatPlace, parseCompose } from '../../compose/parse-compose';
import { ComposeProblem } from '../../compose/read-service';
import { DeclaredOrder, DeclaredOrders } from '../../order/declare-orders';
import { ManifestStream, StreamDocument } from '../../order/manifest-stream';
import { ManifestWorkload, titleOf } from '../../order/order-workload';
import { parsePath } from '../../order/parse-documents';
import { objectOf, textOf } from '../../read/coerce-json';
import { unwrapDocument } from '../../read/find-workloads';
import { Host } from '../host';
import { readTexts } from '../read-input';

export interface ComposeOptions {
  /** Compose files; a later file overrides the earlier ones. */
  readonly from: readonly string[];
  /** The active profiles. */
  readonly profile: readonly string[];
}

/**
 * Adds the start order of the services of compose files to the orders of the workloads, which kompose or Compose Bridge made of these services. Prints warnings.
 */
export function addComposeOrders(
  stream: ManifestStream, { orders, settings }: DeclaredOrders, options: ComposeOptions, machine: Host,
): DeclaredOrders['orders'] {
  const files = [...readTexts(options.from, machine, read => { stream.reportUnreadable(read); })];
  if (files.length < options.from.length) { return orders; }
  const environment = { ...readEnvironmentFile(files[0].source, machine), ...definedValues(machine.environment) };
  const { project, warnings: unset } = parseCompose(files, { profiles: options.profile, environment, readFile: file => readOptional(file, machine) });
  const { workloads, services } = readManifests(stream);
  const { pods, probes, problems, warnings } = declareServices(project, workloads.map(({ composed }) => composed), services);
  if (problems.length > 0) { throw startOrderError(problems.map(({ place, problem: found }) => ({ path: formatPlace(place), problem: found }))); }
  [...unset, ...warnings].forEach(warning => { machine.error(formatWarning(warning)); });
  return orders.map((order, i): DeclaredOrder | undefined => {
    const { composed, document, workload } = workloads[i];
    const declaration = pods.get(composed);
    const own = probes.filter(probe => probe.workload === composed);
    if (declaration && order) {
      const second = order.object === undefined ? 'its annotation' : 'a StartupOrder';
      const twice = problem('SO664', { workload: titleOf(workload), first: 'the compose file', second });
      stream.report(document, parsePath(workload.templatePath), twice);
    }
    if (own.length === 0 && (order || !declaration)) { return order; }
    const readinessProbes = Object.fromEntries(own.map(({ container, readinessProbe }) => [container, readinessProbe]));
    if (order) { return { ...order, readinessProbes }; }
    const isUnordered = declaration === undefined;
    return { declaration: declaration ?? { containers: [], sidecarsFirst: false }, settings, readinessProbes, isUnordered };
  });
}

interface WorkloadOfStream {
  readonly document: StreamDocument;
  readonly workload: ManifestWorkload;
  readonly composed: ComposeWorkload;
}

/** Reads the manifests again, with the pod specs. */
function readManifests({ documents }: ManifestStream) {
  const services: ServiceObject[] = [];
  const workloads = documents.flatMap(document => {
    const value = document.document.read();
    services.push(...unwrapDocument(value).filter(({ kind }) => kind === 'Service').map(readServiceObject));
    return document.workloads.map((workload): WorkloadOfStream => {
      const { metadata, spec } = valueAt(value, parsePath(workload.templatePath)) as PodTemplateJson;
      const { kind, name, namespace } = workload;
      return { document, workload, composed: { kind, name, namespace, labels: objectOf(metadata?.labels) ?? {}, spec } };
    });
  });
  return { workloads, services };
}

function readServiceObject(object: object): ServiceObject {
  const ports = valueAt(object, ['spec', 'ports']);
  // A headless Service maps no ports: a client connects to the port of the container. kompose (1.38) writes the target port 0 if the container has no port.
  const isHeadless = valueAt(object, ['spec', 'clusterIP']) === 'None';
  const portOf = ({ port, targetPort = port }: JsonObject) => isHeadless ? targetPort : port;
  return {
    name: textOf(valueAt(object, ['metadata', 'name'])) ?? '',
    namespace: textOf(valueAt(object, ['metadata', 'namespace'])),
    selector: objectOf(valueAt(object, ['spec', 'selector'])) ?? {},
    ports: (Array.isArray(ports) ? ports : []).filter(isObject)
      .filter(({ protocol = 'TCP' }) => protocol === 'TCP').map(portOf).filter((port): port is number => typeof port === 'number' && port > 0),
  };
}

/** Compose reads `.env` next to the first file. The environment of the process wins. */
function readEnvironmentFile(composeFile: string, machine: Host): Record<string, string> {
  const text = readOptional(posix.join(posix.dirname(composeFile), '.env'), machine);
  return text === undefined ? {} : parseEnv(text) as Record<string, string>;
}

function readOptional(file: string, machine: Host): string | undefined {
  try {
    return machine.read(file);
  } catch {
    return undefined;
  }
}

function definedValues(environment: Host['environment']): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function formatWarning({ place, problem: { text, code } }: ComposeProblem): string {
  return `${formatPlace(place)}: warning: ${text} [${code}]\n`;
}
