// OrderedDeployment: a subclass, and errors with their full text, one from the constructor, and one at synth.
import { App, Chart } from 'cdk8s';
import { Container, ContainerProps } from 'cdk8s-plus-27';
import { Dependency, OrderedDeployment, ReadyCheck } from 'cdk8s-startup-order';

/** The library calls `addContainer`, which adds another container for each container. */
class Logged extends OrderedDeployment {
  public addContainer(container: ContainerProps): Container {
    super.addContainer({ name: 'logger', image: 'fluent/fluent-bit:4.0.3' });
    return super.addContainer(container);
  }
}

const app = new App();
const logged = new Logged(new Chart(app, 'logged'), 'web', { startupOrder: { kubernetesVersion: '1.35' } });
logged.addContainer({ name: 'app', image: 'shop/app:7', command: ['/app'] });
logged.startupOrder.addDependency('app', Dependency.on('logger'));
logged.startupOrder.declare('logger', { readyWhen: ReadyCheck.tcpSocket(24224) });

app.synth();

try {
  new OrderedDeployment(new Chart(app, 'nameless'), 'web', { orderedContainers: [{ image: 'shop/api:7' }, { image: 'envoyproxy/envoy:v1.31.0' }] });
} catch (error) {
  console.log((error as Error).message);
}

const other = new App();
new OrderedDeployment(new Chart(other, 'shop'), 'web', {
  orderedContainers: [
    { name: 'api', image: 'shop/api:7', dependsOn: [Dependency.on('databse')] },
    { name: 'database', image: 'postgres:17', readyWhen: ReadyCheck.tcpSocket(5432) },
  ],
});
other.synth();
