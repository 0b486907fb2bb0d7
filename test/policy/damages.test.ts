import { evaluateCel } from './evaluate-cel';
import { DAMAGES } from '../../conformance/admission/damages';
import { PodDeclaration } from '../../src/api/private/declaration';
import { PodSpecJson } from '../../src/api/private/pod-spec';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { findRequirements } from '../../src/policy/requirements';
import { box, declared, file, on, tcp } from '../dsl';

/** Returns the ordered pod spec, and a function that returns the missing parts of a changed spec. */
function protect(spec: PodSpecJson, declaration: PodDeclaration, options: { kubernetesVersion?: string; architecture?: string } = {}) {
  const { plan, template } = orderPod({ spec }, declaration, resolveOptions({ kubernetesVersion: '1.33', architecture: 'amd64', ...options }).settings, []);
  const requirements = findRequirements(plan!, template!).flatMap(edge => edge.requirements);
  const findMissing = (changed: any) => [...new Set(requirements.filter(r => !evaluateCel(r.holds, { spec: changed })).map(r => r.missing))];
  return { spec: template!.spec, findMissing, requirements };
}

/** Returns the spec with a change of one container. */
function change(spec: PodSpecJson, name: string, changed: (container: any) => any): any {
  const apply = (list: readonly any[] = []) => list.map(c => c.name === name ? changed(c) : c);
  return { ...spec, initContainers: apply(spec.initContainers), containers: apply(spec.containers) };
}

const APP = box('app', { command: ['/app'], args: ['-v'] });
const GATED = () => protect({ containers: [APP, box('db')] }, declared({ db: { readyWhen: file('/own/ready') }, app: { dependsOn: [on('db')] } }));

test.each(['none', 'add', 'wrap', 'mesh', 'mesh-native', 'mesh-and-vault'])('the change %s breaks no gate', webhook => {
  const { spec, findMissing } = GATED();
  expect(findMissing(DAMAGES[webhook].change(spec))).toEqual([]);
});

test('a command that moved into args behind another program still contains its gate; without a command it does not', () => {
  const { spec, findMissing } = GATED();
  const moved = (command?: string[]) => change(spec, 'app', ({ command: own, args, ...rest }) => ({ ...rest, ...command && { command }, args: [...own, ...args] }));
  expect(findMissing(moved(['/vault/vault-env']))).toEqual([]);
  expect(findMissing(moved())).toEqual(["the command of 'app' does not contain its gate"]);
});

test.each(['replace', 'remove'])('the damage %s breaks a gate', webhook => {
  const { spec, findMissing } = GATED();
  expect(findMissing(DAMAGES[webhook].change(spec))).not.toEqual([]);
});

test('no expression multiplies the lengths of two texts: a long hook of the user stays within the cost limit', () => {
  const script = 'x'.repeat(20_000);
  const db = box('db', { lifecycle: { postStart: { exec: { command: ['sh', '-c', script] } } } });
  const { spec, findMissing, requirements } = protect({ containers: [box('app'), db] }, declared({ db: { readyWhen: tcp(5432) }, app: { dependsOn: [on('db')] } }));
  expect(requirements.filter(({ holds }) => holds.includes(script)).map(({ holds }) => /\.(contains|matches|split)\(/.exec(holds)![1])).toEqual(['split']);
  expect(findMissing(spec)).toEqual([]);
});
