import { readFileSync } from 'fs';
import { ApiObject, Chart } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { cli } from '../../../test/cli/host';
import { ComposeCase, pathOf } from '../../../test/compose/cases';

/**
 * Adds the output of `cdk8s-startup-order order` to the chart. `files`: the texts of the files that the arguments name. The node has no DNS server, so pods
 * with an init container find the names of `hosts` in /etc/hosts.
 */
export function addOrdered(
  chart: Chart, kubernetesVersion: string, args: readonly string[], files: Readonly<Record<string, string>>,
  hosts: Readonly<Record<string, string>> = {},
): void {
  const { code, out, error } = cli(['order', '--kubernetes-version', kubernetesVersion, ...args], { files });
  if (code !== 0) { throw new Error(error); }
  const hostAliases = Object.entries(hosts).map(([host, ip]) => ({ ip, hostnames: [host] }));
  parseAllDocuments(out).map(document => document.toJS()).filter(({ kind }) => kind !== 'Namespace').forEach((manifest, i) => {
    const pod = manifest.spec?.template?.spec ?? manifest.spec;
    if (pod?.initContainers && hostAliases.length > 0) { pod.hostAliases = hostAliases; }
    new ApiObject(chart, `document-${i}`, manifest);
  });
}

/** Adds the manifests of a test of compose files, with the order of their model. `services`: the address of each Service. */
export function addComposed(chart: Chart, kubernetesVersion: string, name: ComposeCase, services: Readonly<Record<string, string>> = {}): void {
  const converted = readFileSync(pathOf(name, 'manifests.yaml'), 'utf8');
  const manifests = converted.replace(/^( *namespace:) .*$/gm, `$1 ${chart.namespace}`);
  const files = { 'model.json': readFileSync(pathOf(name, 'model.json'), 'utf8'), 'manifests.yaml': manifests };
  const suffix = /^ *namespace:/m.test(manifests) ? `.${chart.namespace}` : '';
  const hosts = Object.fromEntries(Object.entries(services).map(([service, ip]) => [`${service}${suffix}`, ip]));
  addOrdered(chart, kubernetesVersion, ['--from', 'model.json', '--create-service-account', 'manifests.yaml'], files, hosts);
}
