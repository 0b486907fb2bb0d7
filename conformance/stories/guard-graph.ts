import { Dependency, Mechanism, OrderedPod, ReadyCheck } from 'cdk8s-startup-order';
import { guarded } from './apps/guarded';
import { ready, start, follows, startsAfter, Story } from '../runner/story';

const PORTS: Readonly<Record<string, number>> = { a: 8001, b: 8002, c: 8003, d: 8004, e: 8005, f: 8006 };
const NEEDS: Readonly<Record<string, readonly string[]>> = { a: [], b: [], c: ['a'], d: ['b'], e: ['c', 'd'], f: [] };
const READY_AFTER: Readonly<Record<string, string>> = { a: '3s', b: '1s', c: '1s', d: '1s', e: '0s', f: '0s' };
const names = Object.keys(PORTS);

const story: Story = {
  about: 'GUARDED_HOOK: six containers, c after a, d after b, e after c and d: every order is kept, and who needs nothing waits for nothing.',
  ...guarded,
  app: (chart, { kubernetesVersion }) => {
    new OrderedPod(chart, 'pod', {
      startupOrder: { kubernetesVersion },
      containers: names.map(name => ({
        name,
        image: `shop/${name}:7`,
        readyWhen: ReadyCheck.tcpSocket(PORTS[name]),
        dependsOn: NEEDS[name].map(n => Dependency.on(n, { mechanism: Mechanism.GUARDED_HOOK })),
      })),
    });
  },
  containers: Object.fromEntries(names.map(name => [name, {
    tcp: `${PORTS[name]}@${READY_AFTER[name]}`,
    needs: NEEDS[name].map(n => `tcp:127.0.0.1:${PORTS[n]}`),
  }])),
  expect: [
    ...names.flatMap(name => NEEDS[name].map(n => startsAfter(name, ready(n)))),
    ...['a', 'b'].map(name => follows(start(name), start('f'), { withinMs: 1500 })),
    follows(start('e'), start('f'), { withinMs: 8000 }),
  ],
};
export default story;
