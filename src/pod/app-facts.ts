import { AppObjects, AppWorkload, Pods } from './app-objects';
import { findRequestedMesh } from './pod-mesh';
import { PodPlan } from './pod-plan';
import { PodTemplateJson } from '../api/private/pod-spec';

/** Adds the mesh of the namespace and the NetworkPolicies of the pods, for the warnings of the plan. */
export function addAppFacts(
  plan: PodPlan,
  template: PodTemplateJson,
  pods: Pods,
  findObjects: () => AppObjects<AppWorkload>,
): PodPlan {
  const { intent, edges } = plan;
  if (!intent || edges.length === 0) {
    return plan;
  }
  const objects = findObjects();
  const namespace = objects.findNamespaceTexts(pods.namespace);
  const unstatedMesh = intent.mesh ? undefined : findRequestedMesh(template, namespace);
  return { ...plan, intent: { ...intent, unstatedMesh, policies: objects.findSelecting('NetworkPolicy', pods) } };
}
