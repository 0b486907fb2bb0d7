import { Chart, Duration } from 'cdk8s';
import * as kplus27 from 'cdk8s-plus-27';
import * as kplus33 from 'cdk8s-plus-33';
import { testApp, workloadOf } from './manifests';
import { ContainerRole, Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrder } from '../../src';

const { Probe } = kplus27;
const ROLES = [undefined, ContainerRole.SIDECAR, ContainerRole.APP];
const CHECKS: Record<string, Partial<OrderedContainerProps>> = {
  'no check': {},
  'readyWhen': { readyWhen: ReadyCheck.httpGet('/ready', { port: 9000 }) },
  'a readiness probe': { readiness: Probe.fromHttpGet('/ready', { port: 9000 }) },
  'a startup probe of its own': { startup: Probe.fromTcpSocket({ port: 8080, periodSeconds: Duration.seconds(2) }) },
};

const CASES = [undefined, 8080].flatMap(portNumber => Object.keys(CHECKS).flatMap(check => ROLES.map(role => ({ portNumber, check, role }))));

function ordered(props: OrderedContainerProps[]) {
  const chart = new Chart(testApp(), 'shop');
  const { startupOrder } = new OrderedDeployment(chart, 'web', { orderedContainers: props });
  return result(chart, startupOrder);
}

function ofPlus(library: typeof kplus27, props: OrderedContainerProps[]) {
  const chart = new Chart(testApp(), 'shop');
  const order = StartupOrder.of(new library.Deployment(chart, 'web', {
    containers: props.map(({ dependsOn: _dependsOn, readyWhen: _readyWhen, role: _role, ...plain }) => plain),
  }));
  for (const { name, dependsOn, readyWhen, role } of props) { order.declare(name!, { dependsOn, readyWhen, role }); }
  return result(chart, order);
}

/** Without a port and a check, the order is an error, which must be the same. */
function result(chart: Chart, order: StartupOrder) {
  try {
    const { metadata, spec } = workloadOf(chart).spec.template;
    // cdk8s-plus-27 does not write this field.
    const { shareProcessNamespace: _shareProcessNamespace, ...podSpec } = spec;
    return { plan: order.explain(), annotations: metadata.annotations, podSpec };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

describe('StartupOrder.of and OrderedDeployment have the same plan and the same template', () => {
  test.each(CASES)('port $portNumber, $check, role $role', ({ portNumber, check, role }) => {
    const props: OrderedContainerProps[] = [
      { name: 'app', image: 'app:1', dependsOn: [Dependency.on('proxy')] },
      { name: 'proxy', image: 'proxy:1', portNumber, role, ...CHECKS[check] },
    ];
    const expected = ordered(props);
    expect('error' in expected).toBe(portNumber === undefined && check === 'no check');
    expect([ofPlus(kplus27, props), ofPlus(kplus33 as unknown as typeof kplus27, props)]).toEqual([expected, expected]);
  });
});

test('a startup probe by hand that equals the one of cdk8s-plus counts as added, in both', () => {
  const readyWhen = ReadyCheck.httpGet('/ready', { port: 9000 });
  const container = { name: 'proxy', image: 'proxy:1', portNumber: 8080, readyWhen, role: ContainerRole.SIDECAR };
  const app = { name: 'app', image: 'app:1', dependsOn: [Dependency.on('proxy')] };
  const byHand = [app, { ...container, startup: Probe.fromTcpSocket({ port: 8080 }) }];
  const expected = ordered([app, container]);
  expect([ordered(byHand), ofPlus(kplus27, byHand)]).toEqual([expected, expected]);
  expect(JSON.stringify(expected)).toContain('"path":"/ready"');
});
