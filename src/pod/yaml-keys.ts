import { Document, isCollection, visit } from 'yaml';

export const COMPLEX_KEY = 'a map or a list cannot be a key';

/**
 * Returns the offset of a key that is a collection, such as `{{ .Values.x }}` in a template.
 *
 * The YAML library writes such a key as text, and so the keys in it: 400 nested keys take it 13 s.
 */
export function findComplexKey(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Pair: (_key, { key }) => {
      if (!isCollection(key)) { return undefined; }
      offset = key.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}
