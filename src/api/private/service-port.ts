import { JsonObject } from './json-object';

/**
 * Returns the port that accepts connections at the name of a Service. Without a cluster IP the name resolves to the
 * pods, which listen on the target port; 0 is no target port.
 */
export function findPortOfName({ port, targetPort }: JsonObject, clusterIP: unknown): unknown {
  return clusterIP === 'None' && typeof targetPort === 'number' && targetPort > 0 ? targetPort : port;
}
