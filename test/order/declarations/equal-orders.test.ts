import { ApiObject, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import * as fc from 'fast-check';
import { both, containerEdge, ORDERS } from './random-orders';
import { Dependency, StartupOrder, StartupOrderOptions, StartupPlan } from '../../../src';
import { DEPENDS_ON_ANNOTATION as ANNOTATION } from '../../../src/api/private/annotations';
import { isObject } from '../../../src/api/private/json-object';
import { orderPod } from '../../../src/engine/order-pod';
import { explain } from '../../../src/report/explain';
import { toStartupPlan } from '../../../src/report/to-startup-plan';
import { declareOrders } from '../../../tools/order/declare-orders';
import { API_VERSION, parseStartupOrder } from '../../../tools/order/startup-order-object';
import { toDeclaration } from '../../../tools/order/to-declaration';
import { manifestsOf, stderrOf, testApp } from '../../constructs/manifests';

/** The plan with the same name for the architecture in all forms. */
const textOf = (plan: StartupPlan): string =>
  explain(plan).replace(/the\s+context\s+'cdk8s-startup-order:architecture'|`(?:--|spec\.|startupOrder\.)architecture`/g, 'ARCHITECTURE').replace(/\s+/g, ' ');

/** The pod template and the plan as the constructs order them, or the codes of the error. */
function orderByConstructs(template: object, props: StartupOrderOptions): unknown {
  const chart = new Chart(testApp(), 'shop', { namespace: 'shop', disableResourceNameHashes: true });
  const workload = new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template } });
  let ordered: unknown;
  stderrOf(() => {
    ordered = resultOf(() => {
      const plan = StartupOrder.of(workload, { ...props, createServiceAccount: true }).plan();
      return { template: manifestsOf(chart).find(m => m.kind === 'Deployment').spec.template, plan: textOf(plan) };
    });
  });
  return ordered;
}

function orderByDeclaration(template: any, object: unknown): unknown {
  const { object: parsed, problems } = object === undefined ? { object: undefined, problems: [] } : parseStartupOrder(object);
  const workload = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop', templateKeys: ['spec', 'template'], labels: {}, annotations: {}, template };
  const { orders, problems: others } = declareOrders(parsed ? [parsed] : [], [workload], { architecture: 'amd64' });
  const order = orders.get(workload);
  const found = [...problems, ...others].map(p => p.problem);
  if (!order || found.length > 0) { return codesOf(found.map(p => `[${p.code}]`).join()); }
  const settings = { ...order.settings, agent: { ...order.settings.agent, owner: 'shop' } };
  const result = orderPod(template, order.declaration, settings, { deadlines: [{ field: 'progressDeadlineSeconds', seconds: 600 }], exitCodeRules: [] });
  return result.template ? { template: JSON.parse(JSON.stringify(result.template)), plan: textOf(toStartupPlan('shop/web', order.settings, result.plan, () => [])) } : codesOf(result.problems.map(p => `[${p.code}]`).join());
}

function resultOf(run: () => unknown): unknown { try { return run(); } catch (error) { return codesOf((error as Error).message); } }

function codesOf(text: string): string { return [...text.matchAll(/\[(SO\d+)\]/g)].map(([, code]) => code).sort().join(' '); }

test('an object gives the same pod template and plan as the constructs, or an error with the same codes', () => {
  let ordered = 0;
  fc.assert(fc.property(ORDERS, ({ template, props, spec }) => {
    const expected = orderByConstructs(template, props);
    const account = isObject(expected) ? (expected.template as { spec: { serviceAccountName?: string } }).spec.serviceAccountName : undefined;
    const object = { apiVersion: API_VERSION, kind: 'StartupOrder', spec: { ...spec, ...(account === undefined ? {} : { serviceAccountName: account }) } };
    expect(orderByDeclaration(template, JSON.parse(JSON.stringify(object)))).toEqual(expected);
    ordered += isObject(expected) ? 1 : 0;
  }), { numRuns: 300 });
  expect(ordered).toBeGreaterThan(40);
});

test('an annotation gives the same pod template and plan as the constructs, or the same error codes', () => {
  const orders = fc.integer({ min: 2, max: 5 }).chain(n => fc.tuple(fc.boolean(), ...Array.from({ length: n }, (_, i) =>
    fc.tuple(fc.boolean(), ...Array.from({ length: i }, () => fc.option(containerEdge, { nil: undefined, freq: 2 }))))));
  let ordered = 0;
  fc.assert(fc.property(orders, ([short, ...containers]) => {
    const edges = containers.map(([, ...all], i) => [`c${i}`, all.flatMap((e, j) => e === undefined ? [] : [[`c${j}`, short ? both({}, {}) : e] as const])] as const);
    const spec = {
      containers: containers.map(([hasCommand], i) => ({
        name: `c${i}`, image: `shop/c${i}:1`, readinessProbe: { tcpSocket: { port: 8000 + i } }, ...(hasCommand ? { command: [`/c${i}`] } : {}),
      })),
    };
    const dependencies = (all: typeof edges[number][1]) =>
      short ? all.map(([target]) => target) : Object.fromEntries(all.map(([target, e]) => [target, e.json]));
    const annotation = JSON.stringify(Object.fromEntries(edges.map(([name, all]) => [name, dependencies(all)])));
    const template = { metadata: { annotations: { [ANNOTATION]: annotation } }, spec };
    const props = {
      containers: Object.fromEntries(edges.map(([name, all]) =>
        [name, { dependsOn: all.map(([target, e]) => Dependency.on(target, e.construct as object)) }])),
    };
    const expected = orderByConstructs(template, props);
    expect(orderByDeclaration(template, undefined)).toEqual(expected);
    ordered += isObject(expected) ? 1 : 0;
  }), { numRuns: 200 });
  expect(ordered).toBeGreaterThan(60);
});

test('endpoints equals Dependency.onService through the API, in the namespace of the Service', () => {
  const chart = new Chart(testApp(), 'shop', { namespace: 'data', disableResourceNameHashes: true });
  const service = new kplus.Service(chart, 'db', { ports: [{ port: 5432 }], metadata: { name: 'db' } });
  const spec = {
    workloads: [{ name: 'web' }], containers: { app: { dependsOn: ['db'] } }, externalDependencies: { db: { endpoints: { service: 'db', namespace: 'data' }, image: 'kubectl:1' } },
  };
  const { target } = toDeclaration(parseStartupOrder({ apiVersion: API_VERSION, kind: 'StartupOrder', spec }).object!.spec).containers[0].dependsOn[0];
  expect(target).toEqual(Dependency.onEndpoints(service, { image: 'kubectl:1' })._declaration.target);
});
