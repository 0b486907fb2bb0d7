import { ExternalCheck, leaves } from '../api/private/check';

/** A program that a check needs and that the wait agent does not bring. */
export type Tool = 'kubectl' | 'curl' | 'wait4x' | 'redis-cli';

/** Where each is, unless the user says otherwise. */
export const TOOL_IMAGES: Readonly<Record<Tool, string>> = {
  'kubectl': 'registry.k8s.io/kubectl:v1.35.4',
  'curl': 'curlimages/curl:8.11.1',
  'wait4x': 'wait4x/wait4x:3.7.1',
  'redis-cli': 'redis:7-alpine',
};

/** `undefined`: the agent can do it by itself. */
export function toolOf(check: ExternalCheck): Tool | undefined {
  const [tool] = leaves(check).flatMap(leaf => {
    switch (leaf.kind) {
      case 'resource':
      case 'pods': return ['kubectl' as const];
      case 'database': return [leaf.client[0]];
      // The agent makes GET requests only, reads no body and verifies no certificate. Its arguments show headers to every process of the container.
      case 'httpGet': return leaf.method !== undefined || leaf.contains !== undefined || leaf.verified || leaf.variables ? ['curl' as const] : [];
      default: return [];
    }
  });
  return tool;
}
