import { ContainerRole } from '../../src/api/container-role';
import { PodDeclaration } from '../../src/api/private/declaration';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { said } from '../dsl';

const TEMPLATE: PodTemplateJson = {
  spec: { initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'migrate' }], containers: [{ name: 'app' }] },
};
const UNORDERED: PodDeclaration = { containers: [], sidecarsFirst: false };

function order(template: PodTemplateJson, declaration: PodDeclaration) {
  return orderPod(template, declaration, resolveOptions({ kubernetesVersion: '1.27' }).settings, []);
}

test('a pod without declarations stays the same object, also with a native sidecar on old nodes', () => {
  const { template, plan } = order(TEMPLATE, UNORDERED);
  expect(template).toBe(TEMPLATE);
  expect([...plan!.initContainers, ...plan!.containers].map(c => [c.name, c.kind === 'container' && c.slot])).toEqual([
    ['proxy', 'NATIVE_SIDECAR'], ['migrate', 'INIT'], ['app', 'CONTAINER'],
  ]);
});

test('a pod with a declaration does not keep a native sidecar on nodes without native sidecars', () => {
  const { problems } = order(TEMPLATE, { ...UNORDERED, containers: [{ name: 'app', role: ContainerRole.APP, dependsOn: [] }] });
  expect(said(problems)).toEqual([expect.stringMatching(/^SO230: /)]);
});

test('a pod without declarations is validated', () => {
  const { problems } = order({ spec: { containers: [{ name: 'app' }, { name: 'app' }] } }, UNORDERED);
  expect(said(problems)).toEqual([expect.stringMatching(/^SO103: /)]);
});
