import { ComposeService } from './compose-model';
import { DeclaredServices, declareServices, ServiceObject, ServicePort } from './declare-services';
import { ComposeWorkload } from './find-containers';
import { problem } from './problems';
import { groupBy } from '../../src/api/private/collections';
import { isObject, JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem, errorAt } from '../../src/api/private/problem';
import { valueAt } from '../../src/pod/json-path';
import { DeclaredOrders, ManifestWorkload, Orders } from '../order/declare-orders';
import { ManifestStream } from '../order/manifest-stream';
import { problem as orderProblem } from '../order/problems';
import { readAppObject } from '../read/app-object';
import { listOf, objectOf } from '../read/coerce-json';
import { formatTitle, unwrapDocument } from '../read/find-workloads';

/** The orders of workloads, with the orders of compose files. */
interface ComposeOrders {
  readonly orders: Orders;
  /** The compose files contain dependencies, and none of them can be enforced. */
  readonly isLost: boolean;
  /** What the manifests lose. */
  readonly losses: readonly Problem[];
  /** The lines that the compose file needs; empty: none. */
  readonly exposed: string;
}

/**
 * Adds the start order of the services of a compose file to the orders of the workloads, which kompose or Compose
 * Bridge made of these services. Throws an error with the services without exactly one container.
 */
export function addComposeOrders(
  stream: ManifestStream,
  { orders, byDefault }: DeclaredOrders,
  services: readonly ComposeService[],
  source: string,
): ComposeOrders {
  const { workloads, objects } = readManifests(stream);
  const declared = declareServices(services, [...workloads.keys()], objects);
  if (declared.problems.size > 0) {
    throw errorAt(source, ...declared.problems.values());
  }
  const withCompose = new Map(orders);
  for (const [composed, pod] of declared.pods) {
    const workload = workloads.get(composed)!;
    const order = orders.get(workload);
    const isUnordered = pod.containers.size === 0;
    if (order && !isUnordered) {
      const second = order.object ? 'a StartupOrder' : 'its annotation';
      const twice = orderProblem('SO664', { workload: formatTitle(workload), first: 'the compose file', second });
      stream.reportOf(workload, [], twice);
    }
    const declaration = { containers: [...pod.containers.values()], sidecarsFirst: false };
    withCompose.set(workload, { ...(order ?? { declaration, ...byDefault, isUnordered }), additions: pod.fields });
  }
  return {
    orders: withCompose,
    isLost: declared.all > 0 && declared.enforced === 0,
    losses: listLosses(declared),
    exposed: formatExposed(declared.unexposed),
  };
}

/** Returns one problem for each reason, and the number of enforced dependencies as the last one. */
function listLosses({ lost, unexposed, all, enforced }: DeclaredServices): Problem[] {
  const alike = groupBy(lost, ({ why, remedy }) => `${why}; ${remedy}`);
  const problems: Problem[] = [...alike].map(([reason, fields]) =>
    problem('SO692', { fields: fields.map(l => l.field), reason }),
  );
  if (enforced < all) {
    problems.push(problem('SO694', { enforced, all, services: [...unexposed.keys()] }));
  }
  return problems;
}

/** Returns the lines that a compose file needs. */
function formatExposed(unexposed: DeclaredServices['unexposed']): string {
  const lines = [...unexposed].map(
    ([service, port = 'PORT']) => `  ${JSON.stringify(service)}:\n    expose: [${port}]\n`,
  );
  return lines.length === 0 ? '' : `services:\n${lines.join('')}`;
}

/** Reads the manifests again, with the pod specs. */
function readManifests({ documents }: ManifestStream) {
  const objects: ServiceObject[] = [];
  const composed = new Map<ComposeWorkload, ManifestWorkload>();
  for (const { read, workloads } of documents) {
    const value = read();
    const services = unwrapDocument(value).filter(({ kind }) => kind === 'Service');
    objects.push(...services.map(readServiceObject));
    for (const workload of workloads) {
      const { metadata, spec } = valueAt(value, workload.templateKeys) as PodTemplateJson;
      composed.set({ ...workload, labels: objectOf(metadata?.labels) ?? {}, spec }, workload);
    }
  }
  return { workloads: composed, objects };
}

function readServiceObject(object: JsonObject): ServiceObject {
  const { name, namespace, read } = readAppObject(object);
  const { clusterIP, ports, selector } = read().spec;
  // A headless Service maps no ports: a client connects to the port of the container. kompose (1.38) writes the target
  // port 0 if the container has no port.
  const isHeadless = clusterIP === 'None';
  const portOf = ({ port, targetPort: target = port }: JsonObject) => ({ port: isHeadless ? target : port, target });
  const tcp = listOf(ports)
    .filter(isObject)
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  return {
    name,
    namespace,
    selector: objectOf(selector) ?? {},
    ports: tcp.map(portOf).filter((found): found is ServicePort => typeof found.port === 'number' && found.port > 0),
  };
}
