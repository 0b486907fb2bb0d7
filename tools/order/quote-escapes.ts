import { Document, parseDocument, visit } from 'yaml';

/**
 * Reads `\'` in double quotes as `'`. YAML 1.2 has no such escape, but kubectl accepts it, and a manifest in the Kubernetes documentation uses it:
 * pods/inject/envars-file-container.yaml.
 *
 * sigs.k8s.io/yaml 1.4, goyaml.v3/scannerc.go, yaml_parser_scan_flow_scalar.
 */
export function readQuoteEscapes(document: Document, text: string): void {
  const begins = new Set(document.errors.flatMap(e => e.code === 'BAD_DQ_ESCAPE' && text.startsWith("\\'", e.pos[0]) ? [e.pos[0]] : []));
  if (begins.size === 0) { return; }
  document.errors = document.errors.filter(e => !begins.has(e.pos[0]));
  visit(document, {
    Scalar: (_key, scalar) => {
      if (scalar.type !== 'QUOTE_DOUBLE' || !scalar.range) { return; }
      const [begin, end] = scalar.range;
      const source = text.slice(begin, end).split('').filter((_char, i) => !begins.has(begin + i)).join('');
      if (source.length < end - begin) { scalar.value = parseDocument(source).toJS() as unknown; }
    },
  });
}
