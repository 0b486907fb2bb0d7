import { Proposal } from './proposal';
import { AppObjects } from '../../src/pod/app-objects';
import { findItemPath } from '../../src/pod/list-items';
import { resolveOptions } from '../../src/pod/resolve-options';
import { withoutPod } from '../order/declare-orders';
import { orderWorkload } from '../order/order-workload';
import { readValue } from '../order/parse-documents';
import { parseStartupOrder } from '../order/startup-order-object';
import { toDeclaration } from '../order/to-declaration';
import { PodReading } from '../read/read-pod';

/** Containers that wait for each other, and a wait for a container that starts later. */
const CONTRADICTIONS: readonly string[] = ['SO201', 'SO202'];

/** Returns why `order` cannot order the containers of the pod as proposed; `undefined`: nothing contradicts it. */
export function findContradiction(proposal: Proposal, { workload, kubernetesVersion }: PodReading): string | undefined {
  const { object } = parseStartupOrder(readValue(proposal.format()));
  if (!object) {
    return undefined;
  }
  const { settings } = resolveOptions({ kubernetesVersion });
  const order = { declaration: toDeclaration(object.spec), settings, createsAccount: true };
  const templateKeys = workload.templateKeys.slice(findItemPath(workload.templateKeys).length);
  const inObject = { ...withoutPod(workload), templateKeys };
  const { problems } = orderWorkload(workload.object, inObject, order, new AppObjects([], []));
  return problems.find(({ code }) => CONTRADICTIONS.includes(code))?.text;
}
