import { ServiceHealthcheck } from './compose-model';
import { DeclaredCheck } from '../../src/api/private/check';
import { ProbeJson } from '../../src/api/private/pod-spec';
import { escapeVariables } from '../../src/pod/checks/commands';
import { readHealthcheck } from '../../src/pod/image-facts';

/** Returns the check of the agent. Without a test, the HEALTHCHECK of the image applies. */
export function findReadyCheck({ test, ...numbers }: ServiceHealthcheck = {}): DeclaredCheck | undefined {
  if (!test) {
    return { kind: 'image' };
  }
  return test[0] === 'NONE' ? undefined : readHealthcheck({ test, ...numbers });
}

/** Returns the health check as a readiness probe: one success makes the pod ready, as in Compose. */
export function createProbe({ test, ...numbers }: ServiceHealthcheck = {}): ProbeJson | undefined {
  if (!test || test[0] === 'NONE') {
    return undefined;
  }
  const [kind, ...words] = test;
  const command = kind === 'CMD-SHELL' ? ['/bin/sh', '-c', words.join(' ')] : words;
  // Docker's defaults.
  const { intervalSeconds = 30, timeoutSeconds = 30, retries = 3 } = numbers;
  const { startPeriodSeconds = 0, startIntervalSeconds = 5 } = numbers;
  // A probe has one period. During the start period, Docker checks more often.
  const period = startPeriodSeconds > 0 ? Math.min(startIntervalSeconds, intervalSeconds) : intervalSeconds;
  const periodSeconds = Math.max(1, Math.round(period));
  return {
    exec: { command: command.map(escapeVariables) },
    periodSeconds,
    timeoutSeconds: Math.max(1, Math.round(timeoutSeconds)),
    failureThreshold: Math.max(1, Math.ceil((retries * intervalSeconds) / periodSeconds)),
  };
}
