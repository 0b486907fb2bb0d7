import { Chart, Testing } from 'cdk8s';
import { errorOf, manifestsOf, podSpecOf, testApp } from './manifests';
import { AgentOptions, ContainerRole, Dependency, OrderedPod, ReadyCheck, StartupOrderOptions } from '../../src';

let chart: Chart;

beforeEach(() => { chart = new Chart(testApp(), 'shop'); });

/** A pod whose app needs a proxy. `role`: without a role, the proxy becomes a native sidecar. */
function pod(agent: AgentOptions | undefined, role?: ContainerRole, options: Omit<StartupOrderOptions, 'agent'> = {}): OrderedPod {
  return new OrderedPod(chart, 'web', {
    startupOrder: { ...options, agent },
    orderedContainers: [
      { name: 'proxy', image: 'shop/proxy:1', command: ['/proxy'], role, readyWhen: ReadyCheck.tcpSocket(9000) },
      { name: 'app', image: 'shop/app:1', command: ['/app'], dependsOn: [Dependency.on('proxy')] },
    ],
  });
}

const FORBIDDEN = "[shop/web] container 'app' depends on 'proxy' being READY, which needs the wait agent, and `agent.delivery` is NONE: the kubelet alone cannot keep this order; "
  + "give 'proxy' the role SIDECAR, or use another `agent.delivery` [SO409]";

test('with the agent in the images, a chart has one object, whose commands run the path', () => {
  pod({ delivery: 'IN_IMAGE', path: '/usr/local/bin/wait' }, ContainerRole.APP);
  const [manifest, ...others] = Testing.synth(chart);
  expect(others).toEqual([]);
  expect(JSON.stringify(manifest)).toContain('"/usr/local/bin/wait"');
  expect(JSON.stringify(manifest)).not.toMatch(/startup-order-agent|"\/startup-order\//);
});

describe('the delivery NONE', () => {
  test('keeps an order that the kubelet can keep, with one object', () => {
    pod({ delivery: 'NONE' });
    expect(Testing.synth(chart).map(m => m.kind)).toEqual(['Pod']);
    expect(JSON.stringify(podSpecOf(manifestsOf(chart)[0]))).not.toContain('startup-order');
  });

  test('refuses an order that needs the agent', () => {
    pod({ delivery: 'NONE' }, ContainerRole.APP);
    expect(errorOf(() => manifestsOf(chart))).toBe(FORBIDDEN);
  });

  test('comes from the context of a chart', () => {
    chart.node.setContext('cdk8s-startup-order:agentDelivery', 'NONE');
    pod(undefined, ContainerRole.APP);
    expect(errorOf(() => manifestsOf(chart))).toBe(FORBIDDEN);
  });
});
