import { cyclicOrder } from './cyclic-order';
import { declaredOrderIsMissing } from './declared-order-is-missing';
import { duplicateOrder } from './duplicate-order';
import { holdNeedsSerialStarts } from './hold-needs-serial-starts';
import { hookOnLastContainer } from './hook-on-last-container';
import { hookRunsForever } from './hook-runs-forever';
import { hookWaitsWithoutLimit } from './hook-waits-without-limit';
import { httpHookIsNoGate } from './http-hook-is-no-gate';
import { httpWaitPassesOnAnyStatus } from './http-wait-passes-on-any-status';
import { initContainerRunsForever } from './init-container-runs-forever';
import { initWaitGivesUp } from './init-wait-gives-up';
import { initWaitInMesh } from './init-wait-in-mesh';
import { initWaitsWithoutLimit } from './init-waits-without-limit';
import { jobNeverEnds } from './job-never-ends';
import { kubeletBug } from './kubelet-bug';
import { listOrderIsNoOrder } from './list-order-is-no-order';
import { noNativeSidecars } from './no-native-sidecars';
import { pilotAgentWaitInHook } from './pilot-agent-wait-in-hook';
import { podIpDeadlock } from './pod-ip-deadlock';
import { probeOnInitContainer } from './probe-on-init-container';
import { restartPolicyMakesNoSidecar } from './restart-policy-makes-no-sidecar';
import { sidecarHasOnlyAReadinessProbe } from './sidecar-has-only-a-readiness-probe';
import { sidecarOnlyWaits } from './sidecar-only-waits';
import { sidecarReadinessProbeOrdersNothing } from './sidecar-readiness-probe-orders-nothing';
import { sleepAsOrder } from './sleep-as-order';
import { slowSidecarProbe } from './slow-sidecar-probe';
import { startupProbeOrdersNothing } from './startup-probe-orders-nothing';
import { tcpHookAlwaysFails } from './tcp-hook-always-fails';
import { waitForItIsNotStrict } from './wait-for-it-is-not-strict';
import { waitOutlastsProgressDeadline } from './wait-outlasts-progress-deadline';
import { waitsForLaterContainer } from './waits-for-later-container';
import { waitsForOwnPod } from './waits-for-own-pod';
import { workloadsWaitForEachOther } from './workloads-wait-for-each-other';
import { Rule } from '../rule';

/** All rules, in the order of the documentation: missing orders, hooks, init containers, sidecars. */
export const RULES: readonly Rule[] = [
  declaredOrderIsMissing,
  startupProbeOrdersNothing,
  listOrderIsNoOrder,
  sleepAsOrder,
  restartPolicyMakesNoSidecar,
  duplicateOrder,
  cyclicOrder,
  hookOnLastContainer,
  holdNeedsSerialStarts,
  waitsForLaterContainer,
  httpHookIsNoGate,
  tcpHookAlwaysFails,
  hookWaitsWithoutLimit,
  hookRunsForever,
  pilotAgentWaitInHook,
  podIpDeadlock,
  waitsForOwnPod,
  workloadsWaitForEachOther,
  initWaitsWithoutLimit,
  initWaitGivesUp,
  waitOutlastsProgressDeadline,
  waitForItIsNotStrict,
  initContainerRunsForever,
  probeOnInitContainer,
  initWaitInMesh,
  httpWaitPassesOnAnyStatus,
  sidecarOnlyWaits,
  sidecarReadinessProbeOrdersNothing,
  sidecarHasOnlyAReadinessProbe,
  slowSidecarProbe,
  noNativeSidecars,
  kubeletBug,
  jobNeverEnds,
];
