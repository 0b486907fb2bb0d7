import { DEFAULT_VERSION } from '../../src/pod/capabilities';

/** The words for a version that nobody states. */
export const ASSUMED_VERSION = `Kubernetes ${DEFAULT_VERSION} or newer, assumed`;
