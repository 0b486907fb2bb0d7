import * as fc from 'fast-check';
import { escapeForExpansion } from '../../src/agent/contract';

/** The kubelet's expansion, Kubernetes 1.33, third_party/forked/golang/expansion/expand.go. */
function expand(text: string, env: Record<string, string>): string {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const close = text.indexOf(')', at + 2);
    if (text[at] !== '$' || at + 1 === text.length) {
      out += text[at];
    } else if (text[at + 1] === '(' && close !== -1) {
      const name = text.slice(at + 2, close);
      out += env[name] ?? `$(${name})`;
      at = close;
    } else {
      out += text[at + 1] === '$' ? '$' : `$${text[at + 1]}`;
      at += 1;
    }
  }
  return out;
}

const ENV = { HOME: '/root', a: '1' };
const TRICKY = fc.array(fc.constantFrom('$', '$$', '$(', '(', ')', 'HOME', 'a', '$(HOME)', '$$(a)', ' ', '\n', 'é'), { maxLength: 12 })
  .map(parts => parts.join(''));

test('the kubelet replaces known variables and halves doubled dollars', () => {
  expect(expand('$(HOME) $$(HOME) $$$(HOME) $(no) $(HOME $x $', ENV)).toBe('/root $(HOME) $/root $(no) $(HOME $x $');
});

test('the kubelet expands escaped text to the original text', () => {
  fc.assert(fc.property(fc.oneof(TRICKY, fc.string({ unit: 'binary' })), text => expand(escapeForExpansion(text), ENV) === text), { numRuns: 5000 });
});
