import { box, declared, on, outside, REGULAR, StartupOrderOptions, tcp } from '../dsl';

// The changes of a pod template with another build of the agent. Kubernetes replaces the pods of a workload whose template changes.

/** Returns the lines of the pod template that a release of the library with this build of the agent writes. */
function linesOf(build: string, declaration: ReturnType<typeof declared>, options: StartupOrderOptions): string[] {
  let text = '';
  jest.isolateModules(() => {
    jest.doMock('../../src/agent/read-binary', () => ({ readBinary: (path: string) => ({ base64: path, sha256: `${build}${build}` }) }));
    const { ordered } = jest.requireActual<typeof import('../dsl')>('../dsl');
    text = JSON.stringify(ordered({ containers: [box('app', { command: ['/app'] }), box('db')] }, declaration, options), undefined, 1);
  });
  return text.split('\n').map(line => line.trim());
}

const GATED = declared({ db: { ...REGULAR, readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const NATIVE = declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } });
const OUTSIDE = declared({ app: { dependsOn: [outside('api')] } });
const UNKNOWN = { architecture: undefined };

test.each<[string, ReturnType<typeof declared>, StartupOrderOptions, string[]]>([
  ['CONFIG_MAP', GATED, {}, ['"name": "startup-order-wait-amd64-BUILD"']],
  ['COPY', GATED, UNKNOWN, ['"name": "startup-order-wait-BUILD-BUILD"']],
  ['CONFIG_MAP, for waits on nodes of an unknown architecture', OUTSIDE, UNKNOWN, ['"name": "startup-order-wait-BUILD-BUILD"']],
  ['a ConfigMap of the user', GATED, { agent: { configMap: 'agent-1' } }, []],
  ['IMAGE_VOLUME', GATED, { kubernetesVersion: '1.37', agent: { delivery: 'IMAGE_VOLUME', image: 'own/wait:1' } }, []],
  ['IN_IMAGE', GATED, { agent: { delivery: 'IN_IMAGE', path: '/wait' } }, []],
  ['no agent', NATIVE, {}, []],
])('%s', (_delivery, declaration, options, changed) => {
  const [before, after] = ['01234567', '89abcdef'].map(build => linesOf(build, declaration, options));
  expect(after).toHaveLength(before.length);
  expect(before.filter((line, i) => line !== after[i])).toEqual(changed.map(line => line.replace(/BUILD/g, '01234567')));
  expect(after.filter((line, i) => line !== before[i])).toEqual(changed.map(line => line.replace(/BUILD/g, '89abcdef')));
});
