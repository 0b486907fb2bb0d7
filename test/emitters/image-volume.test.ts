import { SCRIPT } from '../../src/agent/script';
import { ContainerRole } from '../../src/model/container-role';
import { Mechanism } from '../../src/model/mechanism';
import { ContainerJson, PodSpecJson } from '../../src/model/private/pod-spec';
import { AgentDelivery, AgentOptions } from '../../src/model/startup-order-options';
import { box, command, declared, file, objections, on, ordered, outside, tcp } from '../dsl';

const BUSYBOX = '/startup-order/agent/bin/busybox';
const IN_COMMAND = [BUSYBOX, 'sh', '-c', SCRIPT.split('$').join('$$'), BUSYBOX];
const FILE = '/startup-order/state/app.gate';
const VOLUME = { image: { pullPolicy: 'IfNotPresent', reference: 'busybox:1.37.0-musl' }, name: 'startup-order-agent' };
const MOUNT = { mountPath: '/startup-order/agent', name: 'startup-order-agent', readOnly: true };
const STATE = { emptyDir: { medium: 'Memory', sizeLimit: '1Mi' }, name: 'startup-order-state' };

const options = (agent: AgentOptions = {}) => ({ kubernetesVersion: '1.37', agent: { delivery: AgentDelivery.IMAGE_VOLUME, ...agent } });
const found = ({ containers }: PodSpecJson, name: string): ContainerJson => containers!.find(c => c.name === name)!;

const POD = { containers: [box('app', { command: ['/app'] }), box('db')] };
const GATED = declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const HOOKED = declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db', { mechanism: Mechanism.POST_START })] } });

test('a gate runs the busybox of a mounted image, which finds itself in $0; nothing is installed', () => {
  const { spec } = ordered(POD, GATED, options());
  expect(spec).toEqual({
    containers: [
      box('db'),
      box('app', {
        command: [...IN_COMMAND, `--reset=${FILE}`, '--for=db', '--words=3', 'tcp', '127.0.0.1', '5432', `--mark=OPEN:${FILE}`, '--', '/app'],
        startupProbe: {
          exec: { command: [...IN_COMMAND, '--for=app', '--words=3', 'mark', 'OPEN', FILE] }, failureThreshold: 2147483647, periodSeconds: 1, timeoutSeconds: 3600,
        },
        volumeMounts: [MOUNT, { mountPath: '/startup-order/state', name: 'startup-order-state' }],
      }),
    ],
    volumes: [VOLUME, STATE],
  });
});

test('in a hook the script stands as it is, and there are no marker files', () => {
  const { spec } = ordered(POD, HOOKED, options());
  expect(found(spec, 'db')).toEqual(box('db', {
    lifecycle: {
      postStart: { exec: { command: [BUSYBOX, 'sh', '-c', SCRIPT, BUSYBOX, '--timeout=60', '--on-timeout=continue', '--for=db', '--words=3', 'tcp', '127.0.0.1', '5432'] } },
    },
    volumeMounts: [MOUNT],
  }));
  expect([spec.volumes, spec.initContainers]).toEqual([[VOLUME], undefined]);
});

test.each<[AgentOptions, string, string]>([
  [{ image: 'own/tools:1', path: '/opt/busybox-static' }, 'own/tools:1', '/startup-order/agent/opt/busybox-static'],
  [{ registry: 'registry.example.com/mirror' }, 'registry.example.com/mirror/busybox:1.37.0-musl', BUSYBOX],
])('with %j the image is %s', (agent, reference, busybox) => {
  const { spec } = ordered(POD, HOOKED, options(agent));
  const { command: hook } = found(spec, 'db').lifecycle!.postStart!.exec!;
  expect([spec.volumes, hook![0], hook![4]]).toEqual([[{ ...VOLUME, image: { ...VOLUME.image, reference } }], busybox, busybox]);
});

describe('an init container that waits', () => {
  const waits = (...images: (string | undefined)[]) => ordered({ containers: [box('app')] }, declared({
    app: { dependsOn: images.map((image, i) => outside(`w${i}`, image ? { image, check: command('/c') } : {})) },
  }), options()).spec;

  test("runs in the agent's own image and mounts nothing, however many there are", () => {
    const spec = waits(undefined, undefined);
    expect(spec.initContainers!.map(c => [c.name, c.image, c.command!.slice(0, 5), c.volumeMounts])).toEqual(
      ['w0', 'w1'].map(name => [`wait-for-${name}`, 'busybox:1.37.0-musl', ['/bin/busybox', 'sh', '-c', IN_COMMAND[3], '/bin/busybox'], undefined]));
    expect(spec.volumes).toBeUndefined();
  });

  test('in another image mounts the one of the agent', () => {
    const spec = waits(undefined, 'postgres:17');
    expect(spec.initContainers!.map(c => [c.image, c.command![0], c.volumeMounts])).toEqual([
      ['busybox:1.37.0-musl', '/bin/busybox', undefined], ['postgres:17', BUSYBOX, [MOUNT]],
    ]);
    expect(spec.volumes).toEqual([VOLUME]);
  });

  test.each([['/startup-order/agent', []], ['/bin', ["SO503: container 'config' mounts something at /bin, where the wait agent or its files lie; mount yours elsewhere"]]])(
    'cannot see what a sidecar has at %s only if its busybox lies there', (mountPath, expected) => {
      expect(objections({ containers: [box('app'), box('config', { volumeMounts: [{ mountPath, name: 'v' }] })] }, declared({
        config: { role: ContainerRole.SIDECAR, readyWhen: file(`${mountPath}/ready`) }, app: { dependsOn: [on('config')] },
      }), options())).toEqual(expected);
    });
});

test('only names that are injected are taken', () => {
  const taken = { ...POD, initContainers: [box('install-wait-agent')], volumes: [{ name: 'startup-order-agent' }] };
  expect(objections(taken, HOOKED, options())).toEqual(["SO502: the pod has a volume called 'startup-order-agent', a name that this library needs; rename yours"]);
});

test('nothing is mounted where no container runs the agent', () => {
  expect(ordered(POD, declared({}), options()).spec).toEqual(POD);
});
