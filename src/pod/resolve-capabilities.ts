import { CAPABILITIES, Capabilities } from './capabilities';
import { CONTEXT } from './own-names';
import { problem } from './problems';
import { Problem } from '../api/private/problem';

const KNOWN = Object.keys(CAPABILITIES) as (keyof Capabilities)[];

/**
 * Returns the capabilities that the options or the context override. For each capability, the option takes precedence
 * over the context.
 */
export function readCorrections(
  option: unknown,
  context: unknown,
): { corrections: Partial<Capabilities>; problems: Problem[] } {
  const inContext = readOverrides(context, `the context '${CONTEXT.capabilities}'`);
  const inOption = readOverrides(option, '`capabilities`');
  return {
    corrections: { ...inContext.corrections, ...inOption.corrections },
    problems: [...inContext.problems, ...inOption.problems],
  };
}

/** Context values are untyped, and so is the option in plain JavaScript. An `undefined` value counts as unspecified. */
function readOverrides(given: unknown, where: string): { corrections: Partial<Capabilities>; problems: Problem[] } {
  if (given === undefined) {
    return { corrections: {}, problems: [] };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return {
      corrections: {},
      problems: [
        problem('SO302', {
          where,
          what: 'the value',
          given: quoteValue(given),
          wanted: 'an object such as { envFiles: false }',
        }),
      ],
    };
  }
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const problems = said.flatMap(([name, value]): Problem[] => {
    if (!(KNOWN as readonly string[]).includes(name)) {
      return [problem('SO609', { where, name, known: KNOWN })];
    }
    return typeof value === 'boolean'
      ? []
      : [problem('SO302', { where, what: name, given: quoteValue(value), wanted: 'true or false' })];
  });
  return { corrections: problems.length > 0 ? {} : Object.fromEntries(said), problems };
}

/** Returns a text that distinguishes 'true' from true. */
function quoteValue(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
