import {
  allOf, box, Check, declared, DependencyDeclaration, ENTRYPOINT_GATE, EVERY_START, kept, listReadyProbes, NEWEST,
  objections, on, one, ordered, outside, plan, PodIntent, refusals, SIDECAR_WAIT_INIT, STARTED, tcp,
} from '../dsl';

const HTTPS: Check = { kind: 'httpGet', scheme: 'https', port: 8443, path: '/ready' };

test('the https check of a native sidecar becomes its startup probe, which never is EVERY_START', () => {
  const planned = plan(one('sidecar', { ready: HTTPS }));
  expect([kept(planned), listReadyProbes(planned).length, planned.agent]).toEqual(['SIDECAR_PROBE FAIL_CLOSED', 1, undefined]);
  expect(refusals(one('sidecar', { ready: HTTPS }, { guarantee: EVERY_START }, NEWEST)))
    .toEqual([expect.stringMatching(/^SO403: .* 'dep', but SIDECAR_PROBE reaches only FAIL_CLOSED; /)]);
});

test('the startup probe has the protocol of the readiness probe', () => {
  const readinessProbe = { httpGet: { path: '/ready', port: 9901, protocol: 'HTTP2' } };
  const { initContainers } = ordered({ containers: [box('app'), box('dep', { readinessProbe })] }, declared({ app: { dependsOn: [on('dep')] } })).spec;
  expect(initContainers![0].startupProbe).toMatchObject(readinessProbe);
});

describe('an https check that only the wait agent could make is an error', () => {
  const URL = 'https://127.0.0.1:8443/ready';
  const NO_TLS = 'the wait agent has no TLS';
  const WITH_SIDECAR = 'with the role SIDECAR and Kubernetes 1.29 or newer the kubelet makes the check; otherwise ';
  const WITHOUT_MECHANISM = 'without `mechanism` the kubelet makes the check; otherwise ';
  const INSTEAD = `use the command \`curl -fks ${URL}\` if the image has curl, `
    + '`file` with a file that the container writes when it is ready, or `tcpSocket` with port 8443';

  test.each<[string, PodIntent, string, string]>([
    ['in a hook', one('app', { ready: HTTPS }), 'POST_START', WITH_SIDECAR],
    ['of a container that cannot be a sidecar', one('app', { ready: HTTPS, forbiddenOnSidecar: ['restartPolicyRules'] }), 'POST_START', ''],
    ['in a gate', one('app', { ready: HTTPS }, {}, {}, { command: true }), 'ENTRYPOINT_GATE', WITH_SIDECAR],
    ['in the hook of a guard', one('app', { ready: HTTPS }, {}, NEWEST), 'GUARDED_HOOK', WITH_SIDECAR],
    ['in a startup probe of the user', one('app', { startup: HTTPS }, { condition: STARTED }), 'POST_START', WITH_SIDECAR],
    ['in a forced gate', one('sidecar', { ready: HTTPS }, { mechanism: ENTRYPOINT_GATE }, {}, { command: true }), 'ENTRYPOINT_GATE', WITHOUT_MECHANISM],
  ])('%s', (_what, intent, mechanism, byKubelet) => {
    expect(refusals(intent)).toEqual([
      `SO303: container 'app' depends on 'dep', which is ready with GET ${URL}: ${mechanism} cannot check that, because ${NO_TLS}; ${byKubelet}${INSTEAD}`,
    ]);
  });

  test.each<[string, PodIntent, string]>([
    ['of another protocol than HTTP/1.1', one('app', { ready: { ...HTTPS, scheme: 'http', protocol: 'HTTP2' } }),
      'GET http://127.0.0.1:8443/ready (HTTP2): POST_START cannot check that, because the wait agent speaks HTTP/1.1; with the role SIDECAR'],
    ['with statuses, which the kubelet cannot check either', one('sidecar', { ready: { ...HTTPS, statuses: [204] } }),
      `POST_START cannot check that, because ${NO_TLS}, and a kubelet probe takes every status from 200 to 399; ${INSTEAD}`],
    ['among other checks, which a kubelet probe cannot make together', one('app', { ready: allOf(tcp(1), HTTPS) }),
      `POST_START cannot check that, because ${NO_TLS}, and a startup probe makes one check, not several; ${INSTEAD}`],
  ])('%s', (_what, intent, text) => { expect(refusals(intent)).toEqual([expect.stringContaining(text)]); });

  test('in a forced init container after the sidecar', () => {
    expect(refusals(one('sidecar', { ready: HTTPS }, { mechanism: SIDECAR_WAIT_INIT }))).toEqual([
      `SO402: container 'app' requires SIDECAR_WAIT_INIT for 'dep', but ${NO_TLS}; leave \`mechanism\` out`,
    ]);
  });

  test('of an injected container', () => {
    const proxy = outside('proxy', { check: HTTPS });
    const target = { ...proxy.target, injected: true } as DependencyDeclaration['target'];
    const app = box('app', { command: ['/app'] });
    expect(objections({ containers: [app] }, declared({ app: { dependsOn: [{ ...proxy, target }] } }))).toEqual([
      `SO912: 'app' cannot make this check of the injected container 'proxy', because ${NO_TLS}; `
        + 'use `httpGet` with the scheme `http` and a port, `tcpSocket` or `server`',
    ]);
  });
});
