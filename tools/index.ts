/**
 * The part of the package on top of the library, which scripts/bundle.ts writes as one file: the command line, and the
 * validation of the cdk8s CLI.
 */
export { run } from './cli/main';
export { StartupOrderValidation } from './validation/startup-order-validation';
