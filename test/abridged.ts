/**
 * Replaces the binary of the wait agent, and its hash in the name of the ConfigMap, by a fixed text. The manifests of the examples stay readable and valid, and a new
 * build of the agent does not change them.
 */
export function abridged(manifests: string): string {
  const binary = /^( +(?:wait[-a-z0-9]*|x86_64|aarch64): )[A-Za-z0-9+/]{1000,}=*$/gm;
  return manifests.replace(/\bstartup-order-wait-[0-9a-f]{8}-[0-9a-f]{8}\b/g, 'startup-order-wait-00000000-00000000')
    .replace(/\b(startup-order-wait-[a-z0-9]+)-[0-9a-f]{8}\b/g, '$1-00000000')
    .replace(binary, '$1d2FpdA== # abridged: the wait agent, in base64');
}
