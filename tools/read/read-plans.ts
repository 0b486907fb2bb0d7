import { Duration } from 'cdk8s';
import { problem } from './problems';
import { ContainerRole, Guarantee, Mechanism, StartCondition } from '../../src/api/enums';
import { isObject } from '../../src/api/private/json-object';
import { errorAt } from '../../src/api/private/problem';
import { StartupPlan } from '../../src/api/startup-plan';
import { PLANS_VERSION } from '../../src/report/plan-json';

/** Describes the first part of a value that is missing or has another type; `undefined`: nothing is wrong. */
type Check = (value: unknown, where: string) => string | undefined;

const meets =
  (test: (value: unknown) => boolean): Check =>
  (value, where) =>
    test(value) ? undefined : `${where} is missing or unknown`;
const listOf =
  (item: Check): Check =>
  (value, where) =>
    Array.isArray(value) ? findFirst(value.map((one, i) => item(one, `${where}[${i}]`))) : `${where} is no list`;
const objectWith =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, where) =>
    isObject(value)
      ? findFirst(
          Object.entries(fields).map(([name, field]) => field(value[name], `${where}.${name}`.replace(/^\./, ''))),
        )
      : `${where} is no object`;

function findFirst(wrong: readonly (string | undefined)[]): string | undefined {
  return wrong.find(text => text !== undefined);
}

const text = meets(value => typeof value === 'string');
const isOneOf = (words: object) => meets(value => Object.values(words).includes(value));
const hook = objectWith({ waitsFor: listOf(text), conditionalOn: listOf(text) });

/** The fields that the pictures need. */
const FILE = objectWith({
  startupPlans: meets(value => value !== undefined),
  plans: listOf(
    objectWith({
      path: text,
      kubernetesVersion: text,
      warnings: listOf(text),
      notes: listOf(text),
      containers: listOf(
        objectWith({
          name: text,
          role: isOneOf(ContainerRole),
          list: text,
          _slot: isOneOf(['INIT', 'NATIVE_SIDECAR', 'CONTAINER']),
          _postStart: (value, where) => (value === undefined ? undefined : hook(value, where)),
        }),
      ),
      dependencies: listOf(
        objectWith({
          dependent: text,
          dependency: text,
          condition: isOneOf(StartCondition),
          mechanism: isOneOf(Mechanism),
          guarantee: isOneOf(Guarantee),
          reason: text,
        }),
      ),
      _injections: listOf(objectWith({ field: text, reason: text })),
    }),
  ),
});

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
  const what = FILE(file, '');
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
