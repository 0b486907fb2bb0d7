// StartupOrderMixin on one workload, and a user-defined mixin on a whole chart.
import { ApiObject, App, Chart } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderMixin } from 'cdk8s-startup-order';
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

app.synth();
