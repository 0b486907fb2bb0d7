// StartupOrderMixin on one workload, and two classes of the user: a mixin on a whole chart, and a subclass of an ordered workload.
import { ApiObject, App, Chart } from 'cdk8s';
import { Container, ContainerProps, Deployment } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, OrderedDeployment, ReadyCheck, StartupOrder, StartupOrderMixin } from 'cdk8s-startup-order';
import { IConstruct, IMixin } from 'constructs';

/** The proxy of every Deployment is ready before its app. */
class ProxyFirst implements IMixin {
  public supports(construct: IConstruct): boolean {
    return ApiObject.isApiObject(construct) && construct.kind === 'Deployment';
  }

  public applyTo(construct: IConstruct): void {
    const order = StartupOrder.of(construct, { sidecars: ['proxy'] });
    order.declare('proxy', { readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }) });
  }
}

/** The library calls `addContainer`, which adds another container for each container. */
class Logged extends OrderedDeployment {
  public addContainer(container: ContainerProps): Container {
    super.addContainer({ name: 'logger', image: 'fluent/fluent-bit:4.0.3' });
    return super.addContainer(container);
  }
}

const app = new App();
const chart = new Chart(app, 'shop');
const image = (name: string) => ({ name, image: `shop/${name}:7` });

new Deployment(chart, 'web', { containers: ['app', 'cache', 'proxy'].map(image) }).with(new StartupOrderMixin({
  kubernetesVersion: '1.33',
  containers: {
    app: { dependsOn: [Dependency.on('cache')] },
    cache: { readyWhen: ReadyCheck.tcpSocket(6379), role: ContainerRole.SIDECAR },
  },
}));
new Deployment(chart, 'worker', { containers: ['app', 'proxy'].map(image) });
chart.with(new ProxyFirst());

const logged = new Logged(new Chart(app, 'logged'), 'web', { startupOrder: { kubernetesVersion: '1.35' } });
logged.addContainer({ name: 'app', image: 'shop/app:7', command: ['/app'] });
logged.startupOrder.addDependency('app', Dependency.on('logger'));
logged.startupOrder.declare('logger', { readyWhen: ReadyCheck.tcpSocket(24224) });

app.synth();
