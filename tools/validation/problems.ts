import { entry, raise } from '../../src/api/private/problem';

export const PROBLEMS = {
  SO611: entry(
    'invalid property of the validation',
    { name: 'failon', given: '"warning"', known: ['kubernetesVersion', 'failOn', 'ignore', 'images'] } as {
      name: string;
      given: string;
      known: string[];
      wanted?: string;
    },
    a =>
      `StartupOrderValidation has the property \`${a.name}: ${a.given}\`; ${
        a.wanted === undefined
          ? `the known properties are ${a.known.join(', ')}; correct the name, or remove it`
          : `write ${a.wanted}`
      }`,
  ),
};

export const problem = raise(PROBLEMS);
