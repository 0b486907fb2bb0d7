import Ajv from 'ajv';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { ORDERS } from './random-orders';
import { ANNOTATION_EXAMPLES, EXAMPLE, schemaText } from '../../../scripts/startup-order-object-doc';
import { DEPENDS_ON_ANNOTATION as ANNOTATION } from '../../../src/api/private/annotations';
import { isObject } from '../../../src/api/private/json-object';
import { orderPod } from '../../../src/engine/order-pod';
import { parseAnnotation } from '../../../tools/order/annotation';
import { declareOrders } from '../../../tools/order/declare-orders';
import { Place } from '../../../tools/order/placed-problem';
import { API_VERSION, parseStartupOrder, STARTUP_ORDER } from '../../../tools/order/startup-order-object';

const matchesSchema = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(JSON.parse(schemaText()));
/** A schema finds no contradictions between fields. */
const CONTRADICTIONS = ['SO666', 'SO667'];

function isValid(document: unknown): boolean {
  const place = new Place();
  STARTUP_ORDER.read(document, place);
  return place.problems.every(found => CONTRADICTIONS.includes(found.problem.code));
}

test('the examples of the reference page are valid', () => {
  expect([parseStartupOrder(parse(EXAMPLE)).problems, matchesSchema(parse(EXAMPLE))]).toEqual([[], true]);
  for (const text of ANNOTATION_EXAMPLES) { expect(parseAnnotation({ annotations: { [ANNOTATION]: text } }, ANNOTATION).problems).toEqual([]); }
});

/** Replaces, removes or adds a value below the `at`-th of all values. */
function mutate(value: unknown, at: number, change: (value: unknown) => unknown): unknown {
  let index = 0;
  const visit = (v: unknown): unknown => {
    if (index++ === at) { return change(v); }
    if (Array.isArray(v)) { return v.map(visit); }
    return isObject(v) ? Object.fromEntries(Object.entries(v).map(([key, inside]) => [key, visit(inside)])) : v;
  };
  return visit(value);
}

const CHANGES: readonly ((value: unknown) => unknown)[] = [
  ...[null, 0, 1.5, '', 'x', 'a b', '1m30s', 'ready', true, [], ['x'], {}, { x: 1 }, { host: 'x' }].map(v => () => v),
  value => isObject(value) ? { ...value, other: 1 } : value,
  value => isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : value,
  value => typeof value === 'string' ? value.toUpperCase() : value,
  value => Array.isArray(value) ? Object.fromEntries(value.map(v => [v, {}])) : value,
];

test('the schema accepts exactly the objects that the command accepts, also after a random change', () => {
  const counts = { accepted: 0, rejected: 0 };
  fc.assert(fc.property(ORDERS, fc.nat(80), fc.constantFrom(...CHANGES), ({ spec }, at, change) => {
    const document = { apiVersion: API_VERSION, kind: 'StartupOrder', metadata: { name: 'shop' }, spec: JSON.parse(JSON.stringify(spec)) };
    expect([matchesSchema(document), isValid(document)]).toEqual([true, true]);
    const changed = mutate(document, at, change);
    const valid = isValid(changed);
    expect(matchesSchema(changed)).toBe(valid);
    counts[valid ? 'accepted' : 'rejected']++;
  }), { numRuns: 1000 });
  expect(counts.accepted).toBeGreaterThan(100);
  expect(counts.rejected).toBeGreaterThan(100);
});

test('the example of the reference page orders a pod', () => {
  const workload = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', templateKeys: ['spec', 'template'], labels: {}, annotations: {}, template: {} };
  const order = declareOrders([parseStartupOrder(parse(EXAMPLE)).object!], [workload], {}).orders.get(workload)!;
  const containers = ['app', 'proxy'].map(name => ({ name, image: `shop/${name}:1` }));
  const { plan, problems } = orderPod({ spec: { containers } }, order.declaration, order.settings);
  expect(problems).toEqual([]);
  expect(plan!.edges.map(({ dependent, dependency }) => `${dependent} -> ${dependency}`).sort()).toEqual(['app -> db', 'app -> proxy']);
});
