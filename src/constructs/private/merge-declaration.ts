import { OrderedContainerProps } from '../ordered-props';
import { StartupOrder } from '../startup-order';

type Said = Pick<OrderedContainerProps, 'dependsOn' | 'readyWhen' | 'stopsWithin' | 'expectedReadyIn' | 'role'>;

/** What the properties of a container say, said of it. */
export function declareContainer(order: StartupOrder, name: string, said: Said): void {
  const container = order.container(name);
  // Also where there is none: that there is a container of that name is checked of all of which something is said.
  container.dependsOn(...said.dependsOn ?? []);
  if (said.readyWhen !== undefined) { container.readyWhen(said.readyWhen); }
  if (said.stopsWithin !== undefined) { container.stopsWithin(said.stopsWithin); }
  if (said.expectedReadyIn !== undefined) { container.expectedReadyIn(said.expectedReadyIn); }
  if (said.role !== undefined) { container.role(said.role); }
}
