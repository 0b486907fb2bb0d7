import { Duration } from 'cdk8s';
import { problem } from './problems';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { isObject } from '../../src/api/private/json-object';
import { errorAt } from '../../src/api/private/problem';
import { StartupPlan } from '../../src/api/startup-plan';
import { PLANS_VERSION } from '../../src/report/plan-json';

/** A test of a value, the shape of the items of a list, or the shapes of the fields of an object. */
type Shape = ((value: unknown) => boolean) | [Shape] | { readonly [field: string]: Shape };

const isText = (value: unknown) => typeof value === 'string';
const isOneOf = (words: object) => (value: unknown) => Object.values(words).includes(value);
const HOOK: Shape = { waitsFor: [isText], conditionalOn: [isText] };

/** The fields that the pictures need. */
const FILE: Shape = {
  startupPlans: value => value !== undefined,
  plans: [
    {
      path: isText,
      kubernetesVersion: isText,
      warnings: [isText],
      notes: [isText],
      containers: [
        {
          name: isText,
          role: isOneOf(ContainerRole),
          list: isText,
          _slot: isOneOf(['INIT', 'NATIVE_SIDECAR', 'CONTAINER']),
          _postStart: value => value === undefined || findWrong(HOOK, value).next().done === true,
        },
      ],
      dependencies: [
        {
          dependent: isText,
          dependency: isText,
          condition: isOneOf(StartCondition),
          mechanism: isOneOf(Mechanism),
          guarantee: isOneOf(Guarantee),
          reason: isText,
        },
      ],
      _injections: [{ field: isText, reason: isText }],
    },
  ],
};

/** Describes the parts of a value that are missing or have another shape. */
function* findWrong(shape: Shape, value: unknown, where = ''): Generator<string> {
  if (typeof shape === 'function') {
    if (!shape(value)) {
      yield `${where} is missing or unknown`;
    }
  } else if (Array.isArray(shape) && Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      yield* findWrong(shape[0], item, `${where}[${i}]`);
    }
  } else if (!Array.isArray(shape) && isObject(value)) {
    for (const [name, inner] of Object.entries(shape)) {
      yield* findWrong(inner, value[name], where === '' ? name : `${where}.${name}`);
    }
  } else {
    yield `${where} is no ${Array.isArray(shape) ? 'list' : 'object'}`;
  }
}

/** Whether a text is a file of plans, which `StartupOrder.planAllAsJson` returns, and no manifest. */
export function isPlansText(given: string): boolean {
  return /^\s*\{\s*"(?:startupPlans|plans)"\s*:/.test(given);
}

/**
 * Reads a file of plans. Throws an error for another version, or for a text that is not the output of
 * `StartupOrder.planAllAsJson`.
 */
export function readPlans(source: string, given: string): StartupPlan[] {
  const file = parseJson(source, given);
  if (isObject(file) && 'startupPlans' in file && file.startupPlans !== PLANS_VERSION) {
    const version = JSON.stringify(file.startupPlans);
    throw errorAt(source, problem('SO645', { given: version, known: PLANS_VERSION }));
  }
  const [what] = findWrong(FILE, file);
  if (what !== undefined) {
    throw invalid(source, what);
  }
  return (file as { readonly plans: StartupPlan[] }).plans;
}

function parseJson(source: string, given: string): unknown {
  try {
    return JSON.parse(given, reviveDuration);
  } catch (error) {
    throw invalid(source, (error as Error).message);
  }
}

function reviveDuration(_key: string, value: unknown): unknown {
  if (!isObject(value) || Object.keys(value).length !== 1) {
    return value;
  }
  const { milliseconds } = value;
  return typeof milliseconds === 'number' && milliseconds >= 0 ? Duration.millis(milliseconds) : value;
}

function invalid(source: string, what: string): Error {
  return errorAt(source, problem('SO646', { what }));
}
