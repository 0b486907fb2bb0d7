import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { manifestsOf, testApp } from './manifests';
import { ContainerRole, Dependency, OrderedContainerProps, OrderedPod, ReadyCheck, StartupOrder, StartupOrderMixin } from '../../src';

const OPTIONS = { kubernetesVersion: '1.33' };
/** An ordered pod of these containers. */
const podOf = (...orderedContainers: OrderedContainerProps[]): OrderedPod =>
  new OrderedPod(new Chart(testApp(), 'test'), 'pod', { startupOrder: OPTIONS, orderedContainers });

const of = (order: StartupOrder, name: string) => order.plan().containers.find(c => c.name === name)!._expectedReadyIn?.toMilliseconds();

const deployment = () =>
  new kplus.Deployment(new Chart(testApp(), 'test'), 'web', { containers: [{ name: 'app', image: 'x' }, { name: 'db', image: 'y' }] });

test('expectedReadyIn can be specified in the container properties, by container name, or in the mixin', () => {
  const pod = podOf({ name: 'app', image: 'x', expectedReadyIn: Duration.millis(1001) }, { name: 'db', image: 'y' });
  const order = StartupOrder.of(deployment(), OPTIONS);
  order.declare('db', { expectedReadyIn: Duration.seconds(3) });
  const mixed = deployment();
  mixed.with(new StartupOrderMixin({ ...OPTIONS, containers: { app: { expectedReadyIn: Duration.seconds(2) } } }));
  expect([of(pod.startupOrder, 'app'), of(pod.startupOrder, 'db'), of(order, 'db'), of(StartupOrder.of(mixed), 'app')]).toEqual([1001, undefined, 3000, 2000]);
});

test.each(['expectedReadyIn', 'stopsWithin'])('two different times are an error: %s', property => {
  const order = StartupOrder.of(deployment(), OPTIONS);
  order.declare('app', { [property]: Duration.minutes(4.1) });
  order.declare('app', { [property]: Duration.seconds(246) });
  expect(() => order.declare('app', { [property]: Duration.seconds(4) })).toThrow(`${property} of container 'app' is declared twice, differently`);
});

test('it writes nothing', () => {
  const manifest = (expectedReadyIn?: Duration) => manifestsOf(Chart.of(podOf(
    { name: 'app', image: 'x', dependsOn: [Dependency.on('db'), Dependency.onTcp('mail', 25, { expectedReadyIn })] },
    { name: 'db', image: 'y', readyWhen: ReadyCheck.tcpSocket(5432), expectedReadyIn },
  )));
  expect(manifest(Duration.seconds(20))).toEqual(manifest());
});

test('the plan has the hooks and probes that the kubelet waits for', () => {
  const pod = podOf(
    { name: 'own', image: 'z', lifecycle: { postStart: kplus.Handler.fromCommand(['true']) } },
    { name: 'app', image: 'x', dependsOn: [Dependency.on('db')] },
    { name: 'db', image: 'y', role: ContainerRole.APP, readyWhen: ReadyCheck.tcpSocket(5432) },
  );
  const hooks = new Map(pod.startupOrder.plan().containers.map(c => [c.name, c._postStart]));
  expect(hooks.get('db')).toEqual({ waitsFor: ['db'], conditionalOn: [], timeout: Duration.seconds(60), includesUserHook: false });
  expect(hooks.get('own')).toEqual({ waitsFor: [], conditionalOn: [], includesUserHook: true });
  expect(hooks.get('app')).toBeUndefined();
  expect(pod.startupOrder.explain(true)).toContain('the time that the postStart hook of own holds the later containers is unknown, and not counted');
});
