import { Duration } from 'cdk8s';
import { problem } from './problems';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { ContainerSlot } from '../../src/api/private/enums';
import { isObject } from '../../src/api/private/json-object';
import { errorAt } from '../../src/api/private/problem';
import { StartupPlan } from '../../src/api/startup-plan';
import { PLANS_VERSION } from '../../src/report/plan-json';

type Test = (value: unknown) => boolean;

const isText: Test = value => typeof value === 'string';
const isTextList: Test = value => Array.isArray(value) && value.every(isText);
const isHook: Test = value =>
  value === undefined || (isObject(value) && isTextList(value.waitsFor) && isTextList(value.conditionalOn));
const isOneOf =
  (words: object): Test =>
  value =>
    Object.values(words).includes(value);

/** The lists of a plan, with the fields of their items that the pictures need. */
const LISTS: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
  containers: {
    name: isText,
    role: isOneOf(ContainerRole),
    list: isText,
    _slot: isOneOf(ContainerSlot),
    _postStart: isHook,
  },
  dependencies: {
    dependent: isText,
    dependency: isText,
    condition: isOneOf(StartCondition),
    mechanism: isOneOf(Mechanism),
    guarantee: isOneOf(Guarantee),
    reason: isText,
  },
  _injections: { field: isText, reason: isText },
};

/** Whether a text is a file of plans, which `StartupOrder.planAllAsJson` returns, and no manifest. */
export function isPlansText(text: string): boolean {
  return /^\s*\{\s*"(?:startupPlans|plans)"\s*:/.test(text);
}

/**
 * Reads a file of plans. Throws an error for another version, or for a text that is not the output of
 * `StartupOrder.planAllAsJson`.
 */
export function readPlans(source: string, text: string): StartupPlan[] {
  const file = parseJson(source, text);
  if (isObject(file) && 'startupPlans' in file && file.startupPlans !== PLANS_VERSION) {
    const given = JSON.stringify(file.startupPlans);
    throw errorAt(source, problem('SO645', { given, known: PLANS_VERSION }));
  }
  const what = findWrongPart(file);
  if (what !== undefined) {
    throw invalid(source, what);
  }
  return (file as { readonly plans: StartupPlan[] }).plans;
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text, reviveDuration);
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

/** Returns a description of the first part of the file that is missing or has another type. */
function findWrongPart(file: unknown): string | undefined {
  if (!isObject(file) || file.startupPlans === undefined) {
    return '`startupPlans` is missing';
  }
  if (!Array.isArray(file.plans)) {
    return '`plans` is no list';
  }
  for (const [i, plan] of file.plans.entries()) {
    const wrong = findWrongPartOfPlan(plan, `plans[${i}]`);
    if (wrong !== undefined) {
      return wrong;
    }
  }
  return undefined;
}

function findWrongPartOfPlan(plan: unknown, where: string): string | undefined {
  if (!isObject(plan)) {
    return `${where} is no object`;
  }
  if (!isText(plan.path) || !isText(plan.kubernetesVersion)) {
    return `${where} has no path or no kubernetesVersion`;
  }
  for (const list of ['warnings', 'notes']) {
    if (!isTextList(plan[list])) {
      return `${where}.${list} is no list of strings`;
    }
  }
  for (const [list, fields] of Object.entries(LISTS)) {
    const items = plan[list];
    if (!Array.isArray(items)) {
      return `${where}.${list} is no list`;
    }
    for (const [i, item] of items.entries()) {
      const wrong = Object.keys(fields).find(field => !isObject(item) || !fields[field](item[field]));
      if (wrong !== undefined) {
        return `${where}.${list}[${i}].${wrong} is missing or unknown`;
      }
    }
  }
  return undefined;
}
