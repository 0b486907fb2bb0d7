import { podOf } from './pods';
import { ContainerRole, Mechanism } from '../../src';

test('the reason of a startup probe names the address to which the kubelet connects', () => {
  const containers = [{ name: 'app', needs: ['db'], command: true }, { name: 'db', role: ContainerRole.SIDECAR }];
  const plan = podOf(containers, {}, { mechanism: Mechanism.SIDECAR_PROBE }).startupOrder.plan();
  const probe = plan._injections.find(i => i.field === 'startupProbe')!;
  expect(plan.dependencies[0].check).toBe('TCP POD_IP:8001, from readyWhen');
  expect(probe.reason).toContain('TCP POD_IP:8001');
});
