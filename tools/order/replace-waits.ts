import { problem } from './problems';
import { JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { FoundWorkload } from '../read/find-workloads';
import { readPodView } from '../read/pod-view';
import { isReplaceable } from '../read/read-command';

/** The pod template without the init containers that only wait, and that the dependencies of the object replace. */
export function removeWaits(
  template: PodTemplateJson,
  workload: Omit<FoundWorkload, 'object'>,
  names: readonly string[],
): { readonly template: PodTemplateJson; readonly problems: readonly Problem[] } {
  if (names.length === 0) {
    return { template, problems: [] };
  }
  const { inits } = readPodView({ ...workload, object: {}, template: template as unknown as JsonObject });
  const problems: Problem[] = [];
  for (const name of names) {
    const init = inits.find(c => c.name === name);
    if (init === undefined || !isReplaceable(init.command)) {
      const found = inits.filter(c => isReplaceable(c.command)).map(c => c.name);
      const what = init === undefined ? 'is no init container of the pod' : 'does more than wait, or is not understood';
      problems.push({ ...problem('SO673', { name, what, found }), subject: { in: 'options', field: 'replaces' } });
    }
  }
  const kept = template.spec.initContainers?.filter(c => !names.includes(c.name));
  return { template: { ...template, spec: { ...template.spec, initContainers: kept } }, problems };
}
