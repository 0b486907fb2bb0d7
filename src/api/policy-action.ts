/**
 * The response of the API server to a pod whose start order is broken.
 */
export enum PolicyAction {
  /**
   * The API server refuses the pod.
   */
  DENY = 'DENY',

  /**
   * The API server creates the pod and returns a warning to the client. For the pods of a Deployment the client is a
   * controller, which logs the warning.
   */
  WARN = 'WARN',

  /**
   * The API server creates the pod and adds an annotation to the audit event.
   */
  AUDIT = 'AUDIT',
}
