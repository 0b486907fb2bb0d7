import { entry, raise } from '../../src/api/private/problem';

export const PROBLEMS = {
  SO645: entry(
    'file of plans of another version',
    { given: '2', known: 1 },
    a =>
      `the plans have the version ${a.given}, and this version of the command reads version ${a.known}; use the ` +
      `version of the library that wrote the file`,
  ),
  SO646: entry(
    'invalid file of plans',
    { what: 'plans[0].containers is no list' },
    a => `this is no file of plans: ${a.what}; write the file with \`StartupOrder.planAllAsJson\``,
  ),
};

export const problem = raise(PROBLEMS);
