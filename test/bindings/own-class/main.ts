// A subclass of an ordered workload. The library calls its addContainer, which adds another container for each container.
import { App, Chart } from 'cdk8s';
import { Container, ContainerProps } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

class Logged extends OrderedDeployment {
  public addContainer(container: ContainerProps): Container {
    super.addContainer({ name: 'logger', image: 'fluent/fluent-bit:4.0.3' });
    return super.addContainer(container);
  }
}

const app = new App();
const chart = new Chart(app, 'shop');

const web = new Logged(chart, 'web', { startupOrder: { kubernetesVersion: '1.35' } });
web.addContainer({ name: 'app', image: 'shop/app:7', command: ['/app'] });
web.startupOrder.addDependency('app', Dependency.on('logger'));
web.startupOrder.declare('logger', { readyWhen: ReadyCheck.tcpSocket(24224) });

app.synth();
