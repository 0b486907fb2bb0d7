import { ContainerRole } from '../../src/api/container-role';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { findStopSignal } from '../../src/pod/stop-signal';

const imagesWith = (stopSignal: string | undefined) => ({ images: new Map([['proxy:1', { digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], entrypoint: ['/proxy'], stopSignal }]]) });

test.each([
  ['SIGQUIT', 'SIGQUIT'], ['quit', 'SIGQUIT'], ['3', 'SIGQUIT'], ['SIGWINCH', 'SIGWINCH'], ['SIGTERM', undefined], ['15', undefined], ['SIGRTMIN+3', undefined], [undefined, undefined],
])('the stop signal %s of an image is %s', (given, expected) => {
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1' }, imagesWith(given))).toBe(expected);
});

test('`lifecycle.stopSignal` takes precedence over the signal of the image', () => {
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1', lifecycle: { stopSignal: 'SIGUSR1' } }, imagesWith('SIGQUIT'))).toBe('SIGUSR1');
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1', lifecycle: { stopSignal: 'SIGTERM' } }, imagesWith('SIGQUIT'))).toBeUndefined();
});

test('a stop signal that differs between the platforms of an image is unknown', () => {
  const [[reference, entry]] = imagesWith('SIGQUIT').images;
  const images = { images: new Map([[reference, { ...entry, differences: { 'linux/arm64': { stopSignal: null } } }]]) };
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1' }, images)).toBeUndefined();
});

test('the agent stops a sidecar of a Job with the signal of its image', () => {
  const { settings } = resolveOptions({ kubernetesVersion: '1.27', architecture: 'amd64' }, { images: { file: imagesWith('SIGQUIT'), problems: [] } });
  const spec: PodSpecJson = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main:1', command: ['/main'] }, { name: 'proxy', image: 'proxy:1' }] };
  const target = { kind: 'container' as const, name: 'proxy' };
  const declaration = {
    containers: [
      { name: 'main', dependsOn: [{ target, required: true }] },
      { name: 'proxy', dependsOn: [], role: ContainerRole.SIDECAR, readyWhen: { kind: 'tcpSocket' as const, port: 1 } },
    ],
    sidecarsFirst: false,
  };
  const { template, plan } = orderPod({ spec }, declaration, settings, []);
  const proxy = template!.spec.containers!.find(c => c.name === 'proxy')!;
  expect(proxy.command).toEqual(['/startup-order/wait', '--until=main.lock:EXITED', '--stop-signal=SIGQUIT', '--', '/proxy']);
  expect(plan!.containers.find(c => c.name === 'proxy')!.gate!.reason).toContain('ends it after main with SIGQUIT');
});
