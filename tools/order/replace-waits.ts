import { problem } from './problems';
import { PodDeclaration } from '../../src/api/private/declaration';
import { JsonObject } from '../../src/api/private/json-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';
import { isLoopback } from '../../src/pod/checks/hosts';
import { FoundWorkload } from '../read/find-workloads';
import { ContainerView, readPodView } from '../read/pod-view';
import { findListeners } from '../read/ports';
import { isReplaceable } from '../read/read-command';
import { AwaitedTarget, describeTargets, listTargets } from '../read/wait';

/** The pod template without the init containers that only wait, and that the dependencies of the object replace. */
export function removeWaits(
  template: PodTemplateJson,
  workload: Omit<FoundWorkload, 'object'>,
  names: readonly string[],
  declaration: PodDeclaration,
): { readonly template: PodTemplateJson; readonly problems: readonly Problem[] } {
  if (names.length === 0) {
    return { template, problems: [] };
  }
  const { inits, containers } = readPodView({
    ...workload,
    object: {},
    template: template as unknown as JsonObject,
  });
  const dependencies = declaration.containers.flatMap(({ dependsOn }) => dependsOn.map(({ target }) => target));
  const named = new Set(listNameWords(JSON.stringify(dependencies)));
  const problems: Problem[] = [];
  for (const name of names) {
    const init = inits.find(c => c.name === name);
    if (init === undefined || !isReplaceable(init.command)) {
      const found = inits.filter(c => isReplaceable(c.command)).map(c => c.name);
      const what = init === undefined ? 'is no init container of the pod' : 'does more than wait, or is not understood';
      problems.push(locate(problem('SO673', { name, what, found })));
      continue;
    }
    const lost = listTargets(init.command.waits).filter(awaited => {
      const targets = listTargetNames(awaited, containers);
      return targets.length > 0 && !targets.some(target => named.has(target));
    });
    if (lost.length > 0) {
      problems.push(locate(problem('SO674', { name, lost: describeTargets(lost.map(({ target }) => target)) })));
    }
  }
  const kept = template.spec.initContainers?.filter(c => !names.includes(c.name));
  return { template: { ...template, spec: { ...template.spec, initContainers: kept } }, problems };
}

/**
 * Returns the words that a dependency on the target contains, of which one is enough. Empty if the manifest does not
 * name the target.
 */
function listTargetNames(awaited: AwaitedTarget, containers: readonly ContainerView[]): string[] {
  const { target } = awaited;
  switch (target.kind) {
    case 'network':
    case 'name':
      if (isLoopback(target.host)) {
        return findListeners(awaited, containers).map(({ name }) => name);
      }
      return target.host === undefined ? [] : listNameWords(target.host);
    case 'kubernetes':
      return target.words.flatMap(listNameWords);
    default:
      return [];
  }
}

/** Returns the parts of a text that can be a name: of `http://db.shop:80` and of `db` the word `db`. */
function listNameWords(text: string): string[] {
  return text.toLowerCase().match(/(?<![\w.-])[a-z0-9][a-z0-9-]*/g) ?? [];
}

function locate(found: Problem): Problem {
  return { ...found, subject: { in: 'options', field: 'replaces' } };
}
