import { entry, raise } from './problem';

export const PROBLEMS = {
  SO618: entry(
    'construct without exactly one Service or Job',
    { kind: 'Service', count: 0, found: ['apps/v1/Deployment shop/web'] },
    a =>
      `the construct contains ${a.count} objects of the kind ${a.kind} (found: ` +
      `${a.found.join(', ') || 'no API object'}); pass the construct of one ${a.kind}`,
  ),
  SO630: entry(
    'unknown property',
    {
      what: 'startupOrder.kubernetesVersoin',
      known: ['capabilities', 'kubernetesVersion'],
      owners: [] as readonly string[],
      closest: 'kubernetesVersion',
    } as { what: string; known: readonly string[]; owners: readonly string[]; closest?: string },
    a => {
      let remedy = '; correct the name, or remove it';
      if (a.owners.length > 0) {
        remedy = `, which belongs to ${a.owners.join(', ')}: write it there`;
      } else if (a.closest !== undefined) {
        remedy = `; did you mean '${a.closest}'? Correct the name`;
      }
      return `unknown property \`${a.what}\`${remedy} (known here: ${a.known.join(', ')})`;
    },
  ),
  SO631: entry(
    'value of the wrong type',
    {
      what: 'containers[0].role',
      given: "'sidecar'",
      wanted: 'ContainerRole.INIT, ContainerRole.SIDECAR or ContainerRole.APP; did you mean ContainerRole.SIDECAR?',
    },
    a => `\`${a.what}\` is ${a.given}; it must be ${a.wanted}`,
    a => ({ in: 'template', path: a.what }),
  ),
};

export const problem = raise(PROBLEMS);
