import * as fc from 'fast-check';
import { evaluateCel } from './evaluate-cel';
import { DAMAGES } from '../../conformance/admission/damages';
import { REVISION_ANNOTATION } from '../../src/api/private/annotations';
import { orderPod } from '../../src/engine/order-pod';
import { resolveOptions } from '../../src/pod/resolve-options';
import { buildPolicy } from '../../src/policy/build-policy';
import { findRequirements, identify } from '../../src/policy/requirements';
import { addRevision } from '../../src/policy/revision';
import { ANY_POD, manifestOf, Roles } from '../random-pods';
import { runs } from '../runs';

test.each<[string, Roles]>([
  ['1.27', 'stated'], ['1.33', 'stated'], ['1.37', 'stated'], ['1.37', 'inferred'],
])('%s, %s roles: a random pod meets the requirements of each dependency, also with additions', (kubernetesVersion, roles) => {
  const { settings } = resolveOptions({ kubernetesVersion });
  fc.assert(fc.property(ANY_POD, containers => {
    const [spec, declaration] = manifestOf(containers, roles);
    const { plan, template } = orderPod({ spec }, declaration, settings);
    if (!plan || !template) { return; }
    expect(findRequirements(plan, template).filter(edge => edge.requirements.length === 0)).toEqual([]);
    for (const webhook of ['none', 'add', 'wrap']) {
      const changed = DAMAGES[webhook].change(template.spec);
      expect(findRequirements(plan, template).flatMap(edge => edge.requirements.filter(r => !evaluateCel(r.holds, { spec: changed })))).toEqual([]);
    }
    const workload = { title: 'Pod p', namespace: 'shop', pods: { name: 'p' }, revisionAnnotation: REVISION_ANNOTATION, ...addRevision({ plan, template }) };
    const { variables, validations } = buildPolicy([workload]) as any;
    const parts = new Set(findRequirements(plan, template).flatMap(edge => edge.requirements.map(identify)));
    expect(validations).toHaveLength(parts.size);
    expect([variables, validations.filter(({ expression }: any) => /\bvariables\b/.test(expression))]).toEqual([undefined, []]);
  }), { numRuns: runs(200), seed: 1 });
});
