export * from './api/container-order';
export * from './api/enums';
export * from './api/dependency';
export * from './api/dependency-options';
export * from './api/mesh-options';
export * from './api/protocol';
export * from './api/ready-check';
export * from './api/ready-check-options';
export * from './api/startup-order-options';
export * from './api/startup-plan';

export * from './constructs/startup-order';
export * from './constructs/startup-order-mixin';
export * from './constructs/startup-order-policy';
export * from './constructs/ordered-workloads';
export * from './constructs/ordered-props';
export * from './constructs/wait-agent-config-map';

/**
 * `StartupOrderValidation`, which the cdk8s CLI finds by the name of this package in `validations` of `cdk8s.yaml`. It
 * belongs to the tools, and is loaded only when the CLI asks for it.
 */
Object.defineProperty(module.exports, 'StartupOrderValidation', {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  get: () => require('../bundle/startup-order').StartupOrderValidation,
});
