import { imagesWith } from './image-files';
import { findStopSignal } from '../../src/pod/image-facts';
import { ContainerRole, declared, on, orderPod, PodSpecJson, resolveOptions, tcp } from '../dsl';

test.each<[string | undefined, string | undefined, string | undefined]>([
  ...([['SIGQUIT', 'SIGQUIT'], ['quit', 'SIGQUIT'], ['3', 'SIGQUIT'], ['SIGWINCH', 'SIGWINCH'], ['SIGTERM', undefined], ['15', undefined], ['SIGRTMIN+3', undefined], [undefined, undefined]] as const)
    .map(([ofImage, expected]): [string | undefined, string | undefined, undefined] => [ofImage, expected, undefined]),
  ['SIGQUIT', 'SIGUSR1', 'SIGUSR1'], ['SIGQUIT', undefined, 'SIGTERM'],
])('the stop signal %s of an image is %s, with `lifecycle.stopSignal` %s', (ofImage, expected, stopSignal) => {
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1', lifecycle: { stopSignal } }, imagesWith('proxy:1', { stopSignal: ofImage }))).toBe(expected);
});

test('a stop signal that differs between the platforms of an image is unknown', () => {
  const images = imagesWith('proxy:1', { stopSignal: 'SIGQUIT', differences: { 'linux/arm64': { stopSignal: null } } });
  expect(findStopSignal({ name: 'proxy', image: 'proxy:1' }, images)).toBeUndefined();
});

test('the agent stops a sidecar of a Job with the signal of its image', () => {
  const file = imagesWith('proxy:1', { entrypoint: ['/proxy'], stopSignal: 'SIGQUIT' });
  const { settings } = resolveOptions({ kubernetesVersion: '1.27', architecture: 'amd64' }, { images: { file, problems: [] } });
  const spec: PodSpecJson = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main:1', command: ['/main'] }, { name: 'proxy', image: 'proxy:1' }] };
  const declaration = declared({ main: { dependsOn: [on('proxy')] }, proxy: { role: ContainerRole.SIDECAR, readyWhen: tcp(1) } });
  const { template, plan } = orderPod({ spec }, declaration, settings);
  const proxy = template!.spec.containers!.find(c => c.name === 'proxy')!;
  expect(proxy.command).toEqual(['/startup-order/wait', '--until=main.lock:EXITED', '--stop-signal=SIGQUIT', '--', '/proxy']);
  expect(plan!.containers.find(c => c.name === 'proxy')!.gate!.reason).toContain('ends it after main with SIGQUIT');
});
