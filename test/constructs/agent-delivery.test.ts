import { Chart, Testing } from 'cdk8s';
import { appOnProxy, errorOf, manifestsOf, testApp } from './manifests';
import { AgentOptions, ContainerRole, OrderedPod } from '../../src';

let chart: Chart;

beforeEach(() => { chart = new Chart(testApp(), 'shop'); });

/** A pod whose app needs a proxy. `role`: without a role, the proxy becomes a native sidecar. */
function pod(agent: AgentOptions | undefined, role?: ContainerRole): void {
  new OrderedPod(chart, 'web', { startupOrder: { agent }, orderedContainers: appOnProxy({ command: ['/proxy'], role }, { command: ['/app'] }) });
}

test('with the agent in the images, a chart has one object, whose commands run the path', () => {
  pod({ delivery: 'IN_IMAGE', path: '/usr/local/bin/wait' }, ContainerRole.APP);
  const [manifest, ...others] = Testing.synth(chart);
  expect(others).toEqual([]);
  expect(JSON.stringify(manifest)).toContain('"/usr/local/bin/wait"');
  expect(JSON.stringify(manifest)).not.toMatch(/startup-order-agent|"\/startup-order\//);
});

test('the delivery NONE keeps an order that the kubelet can keep, with one object', () => {
  pod({ delivery: 'NONE' });
  expect(Testing.synth(chart).map(m => m.kind)).toEqual(['Pod']);
  expect(JSON.stringify(Testing.synth(chart)[0].spec)).not.toContain('startup-order');
});

test.each(['option', 'context'])('the delivery NONE of the %s refuses an order that needs the agent', from => {
  if (from === 'context') { chart.node.setContext('cdk8s-startup-order:agentDelivery', 'NONE'); }
  pod(from === 'context' ? undefined : { delivery: 'NONE' }, ContainerRole.APP);
  expect(errorOf(() => manifestsOf(chart))).toBe("[shop/web] container 'app' depends on 'proxy' being READY, which needs the wait agent, and `agent.delivery` is NONE: the kubelet alone "
    + "cannot keep this order; give 'proxy' the role SIDECAR, or use another `agent.delivery` [SO409]");
});
