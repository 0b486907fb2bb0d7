import type { StartupOrder } from '../startup-order';
import type { ContainerOrder } from '../startup-order-mixin';

/** What the properties of a container say, said of it. */
export function declareContainer(order: StartupOrder, name: string, said: Omit<ContainerOrder, 'name'>): void {
  const container = order.container(name);
  container.dependsOn(...said.dependsOn ?? []);
  if (said.readyWhen) { container.readyWhen(said.readyWhen); }
  if (said.stopsWithin) { container.stopsWithin(said.stopsWithin); }
  if (said.expectedReadyIn) { container.expectedReadyIn(said.expectedReadyIn); }
  if (said.role) { container.role(said.role); }
}
