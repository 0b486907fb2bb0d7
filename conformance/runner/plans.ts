import { Chart } from 'cdk8s';
import { StartupOrder } from 'cdk8s-startup-order';
import { newApp } from './manifests';

/** Fails if the plan of this app has no error with this text, such as the code of an error. The app does not run. */
export function expectRefusal(text: string, app: (chart: Chart) => void): void {
  const chart = new Chart(newApp(), 'refused');
  let message = 'no error';
  try {
    app(chart);
    StartupOrder.planAll(chart);
  } catch (error) {
    ({ message } = error as Error);
  }
  if (!message.includes(text)) { throw new Error(`the plan must say '${text}', and says: ${message}`); }
}
