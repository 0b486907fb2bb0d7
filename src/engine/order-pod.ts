import { PodDeclaration } from '../api/private/declaration';
import { PodTemplateJson } from '../api/private/pod-spec';
import { Code, Problem } from '../api/private/problem';
import { findCollisions, emitPodTemplate } from '../emit/pod-template';
import { explainFindings } from '../planner/advice/explain-conflicts';
import { planPod, planUnorderedPod } from '../planner/plan';
import { buildIntent } from '../pod/build-intent';
import { PodPlan } from '../pod/pod-plan';
import { findRefusedType, NO_WORKLOAD, WorkloadFacts } from '../pod/read-workload';
import { OrderSettings } from '../pod/settings';
import { validatePod } from '../pod/validate-pod';
import { withoutNulls } from '../pod/without-nulls';

export type OrderedPodResult =
  | { readonly template: PodTemplateJson; readonly plan: PodPlan; readonly problems: readonly [] }
  | { readonly template?: undefined; readonly plan?: undefined; readonly problems: readonly Problem[] };

/** Duplicate names and incomplete checks: the planner would report their consequences. */
const MISLEADING: readonly Code[] = ['SO103', 'SO104', 'SO304', 'SO632'];

/** Reads, plans and writes one pod, as plain JSON. With problems, returns no result. */
export function orderPod(
  given: PodTemplateJson,
  declaration: PodDeclaration,
  settings: OrderSettings,
  workload: WorkloadFacts = NO_WORKLOAD,
): OrderedPodResult {
  const template = withoutNulls(given);
  const refused = validatePod(template);
  if (refused.length > 0) {
    return { problems: refused };
  }

  const { intent, problems: misread } = buildIntent(template, declaration, settings, workload);
  if (misread.some(p => MISLEADING.includes(p.code))) {
    return { problems: misread };
  }

  const isOrdered = declaration.containers.length > 0 || declaration.sidecarsFirst || settings.mesh !== undefined;
  if (!isOrdered) {
    return misread.length > 0
      ? { problems: misread }
      : { template: given, plan: planUnorderedPod(intent), problems: [] };
  }

  const wrong = [...misread, ...findRefusedType(workload)];
  const planned = planPod(intent);
  if (!planned.plan || wrong.length > 0) {
    return { problems: planned.plan ? wrong : [...wrong, ...explainFindings(planned.problems, planned.intent)] };
  }

  const { plan } = planned;
  const colliding = findCollisions(template.spec, plan);
  if (colliding.length > 0) {
    return { problems: colliding };
  }
  // A key without a value can have a comment.
  return { template: emitPodTemplate(given, plan, settings.agent), plan, problems: [] };
}
