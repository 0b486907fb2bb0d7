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
      known: ['capabilities', 'kubernetesVersion'] as readonly string[],
      /** The structs with this property. `struct` is one: the property does not apply to this method or product. */
      owners: [] as readonly string[],
      struct: undefined as string | undefined,
      closest: 'kubernetesVersion' as string | undefined,
    },
    a => {
      const others = a.owners.filter(owner => owner !== a.struct);
      let text = `unknown property \`${a.what}\`; correct the name, or remove it`;
      if (others.length < a.owners.length) {
        text = `\`${a.what}\` does not apply here; remove it`;
      } else if (others.includes('OrderedContainerProps')) {
        text = `\`${a.what}\` belongs to \`orderedContainers\`, or to \`declare\` of the start order: write it there`;
      } else if (others.includes('StartupOrderOptions')) {
        const name = a.what.split('.').pop();
        text =
          `\`${a.what}\` belongs to the options of the start order: write \`startupOrder: { ${name}: … }\`, ` +
          'or pass it to `StartupOrder.of`';
      } else if (others.length > 0) {
        text = `\`${a.what}\` belongs to ${others.slice(0, 3).join(', ')}: write it there`;
      } else if (a.closest !== undefined) {
        text = `unknown property \`${a.what}\`; did you mean '${a.closest}'? Correct the name`;
      }
      return `${text} (known here: ${a.known.join(', ')})`;
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
