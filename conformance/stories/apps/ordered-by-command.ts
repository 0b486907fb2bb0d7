import { ApiObject, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { cli } from '../../../test/cli/host';

/** Adds the output of `cdk8s-startup-order order` to the chart. `files`: the texts of the files that the arguments name. */
export function addOrdered(chart: Chart, args: readonly string[], files: Readonly<Record<string, string>>): void {
  const { code, out, error } = cli(['order', ...args], { files });
  if (code !== 0) { throw new Error(error); }
  parseAllDocuments(out).forEach((document, i) => new ApiObject(chart, `document-${i}`, document.toJS()));
}
