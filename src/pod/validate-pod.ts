import { findUnknownAnnotations } from './own-names';
import { problem } from './problems';
import { POD_TEMPLATE, PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

/** Container properties of this library that the API server does not know. */
const ORDER_PROPERTIES = ['dependsOn', 'readyWhen', 'stopsWithin', 'expectedReadyIn'];

/** Returns the fields of the wrong type that would lead to a wrong order, such as a string as a command. */
export function validatePod(template: PodTemplateJson): Problem[] {
  const problems: Problem[] = [];
  POD_TEMPLATE.check(template, '', problems);
  if (problems.length > 0) {
    return problems;
  }
  for (const found of findUnknownAnnotations(template.metadata?.annotations)) {
    problems.push(found.problem);
  }
  for (const field of ['initContainers', 'containers'] as const) {
    (template.spec[field] ?? []).forEach((json, i) => {
      if (!json.name) {
        problems.push(problem('SO110', { place: `${field}[${i}]` }));
      }
      for (const property of ORDER_PROPERTIES) {
        if (property in json) {
          problems.push(problem('SO633', { path: `${field}[${i}].${property}`, name: json.name, property }));
        }
      }
    });
  }
  return problems;
}
