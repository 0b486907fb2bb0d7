import { collisions, emitPodTemplate } from '../emitters/pod-template';
import { Deadlines, intentOf } from '../intent/intent-of';
import { PodDeclaration } from '../model/private/declaration';
import { PodPlan } from '../model/private/pod-plan';
import { PodTemplateJson } from '../model/private/pod-spec';
import { Problem } from '../model/private/problem';
import { OrderSettings } from '../model/private/settings';
import { planPod } from '../planner/plan';

export type OrderedPodResult =
  | { readonly template: PodTemplateJson; readonly plan: PodPlan; readonly problems: readonly [] }
  | { readonly template?: undefined; readonly plan?: undefined; readonly problems: readonly Problem[] };

/**
 * The whole way of one pod, on plain JSON: read it, plan it, render it. With problems there is no result at all; nothing is half done.
 */
export function orderPod(
  template: PodTemplateJson, declaration: PodDeclaration, settings: OrderSettings, deadlines: Deadlines,
): OrderedPodResult {
  const { intent, problems: misread } = intentOf(template, declaration, settings, deadlines);
  // With two containers of one name nothing else can be said.
  if (misread.some(p => p.code === 'SO103' || p.code === 'SO104')) { return { problems: misread }; }

  const { plan, problems: impossible } = planPod(intent);
  if (!plan || misread.length > 0) { return { problems: [...misread, ...impossible] }; }

  const colliding = collisions(template.spec, plan, settings.agent);
  if (colliding.length > 0) { return { problems: colliding }; }
  return { template: emitPodTemplate(template, plan, settings.agent), plan, problems: [] };
}
