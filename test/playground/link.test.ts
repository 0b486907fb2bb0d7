import { deflateRawSync } from 'zlib';
import * as fc from 'fast-check';
import { decodeState, encodeState } from '../../site/playground/link';

const STATE = { tab: 'object', kubernetesVersion: '1.33', architecture: 'amd64', compose: 'services: {}' } as const;
const toFragment = (text: string) => deflateRawSync(text).toString('base64url');

test('a link returns any text, and its characters need no escape in a URL', async () => {
  expect(await encodeState({ ...STATE, manifests: 'kind: Pod\n'.repeat(50) })).toMatch(/^[\w-]{20,100}$/);
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 500 }), async text => {
    expect(await decodeState(await encodeState({ ...STATE, manifests: text }))).toEqual({ ...STATE, manifests: text });
  }), { numRuns: 30 });
});

test.each([
  ['no base64', '%%%'],
  ['no compressed text', 'abcd'],
  ['no JSON', toFragment('{')],
  ['another version', toFragment('[1,"object","","","1.33",""]')],
  ['a number as text', toFragment('[2,"object",5,"","1.33",""]')],
  ['an unknown tab', toFragment('[2,"helm","","","1.33",""]')],
  ['20 MB in 20 kB', toFragment(`[2,"object","${' '.repeat(20_000_000)}","","1.33",""]`)],
])('a link with %s is damaged', async (_name, fragment) => { expect(await decodeState(fragment)).toBeUndefined(); });
