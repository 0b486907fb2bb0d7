import { ServiceHealthcheck } from './compose-model';
import { DeclaredCheck } from '../../src/api/private/check';
import { ProbeJson } from '../../src/api/private/pod-spec';
import { readHealthcheck } from '../../src/pod/image-check';

/** Docker's defaults. */
const INTERVAL_SECONDS = 30; // of `interval` and `timeout`
const START_INTERVAL_SECONDS = 5;
const RETRIES = 3;

/** Returns the check of the agent. Without a test, the HEALTHCHECK of the image applies. */
export function findReadyCheck(healthcheck: ServiceHealthcheck | undefined): DeclaredCheck | undefined {
  if (healthcheck?.isDisabled) { return undefined; }
  const { test, ...numbers } = healthcheck ?? {};
  return test ? readHealthcheck({ test, ...numbers }) : { kind: 'image' };
}

/** Returns the health check as a readiness probe: one success makes the pod ready, as in Compose. */
export function createProbe(healthcheck: ServiceHealthcheck | undefined): ProbeJson | undefined {
  if (!healthcheck?.test || healthcheck.isDisabled) { return undefined; }
  const { test: [kind, ...words], startPeriodSeconds = 0, startIntervalSeconds = START_INTERVAL_SECONDS } = healthcheck;
  const { intervalSeconds = INTERVAL_SECONDS, timeoutSeconds = INTERVAL_SECONDS, retries = RETRIES } = healthcheck;
  // A probe has one period. During the start period, Docker checks more often.
  const period = startPeriodSeconds > 0 ? Math.min(startIntervalSeconds, intervalSeconds) : intervalSeconds;
  return {
    exec: { command: kind === 'CMD-SHELL' ? ['/bin/sh', '-c', words.join(' ')] : words },
    periodSeconds: Math.max(1, Math.round(period)),
    timeoutSeconds: Math.max(1, Math.round(timeoutSeconds)),
    failureThreshold: Math.max(1, Math.ceil(retries * intervalSeconds / period)),
  };
}
