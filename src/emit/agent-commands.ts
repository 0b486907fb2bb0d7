import {
  escapeForExpansion,
  gateFile,
  lockFile,
  guardVariable,
  STATE_VOLUME,
  BY_SHELL,
  markerFile,
} from '../agent/contract';
import { when, withoutUndefined } from '../api/private/collections';
import { ContainerJson, EnvVarJson, ProbeJson, HandlerJson } from '../api/private/pod-spec';
import { buildProbeHandler } from '../pod/checks/index';
import {
  ContainerEnd,
  GatePlan,
  GuardPlan,
  MarkerProbePlan,
  WaitContainerPlan,
  PostStartPlan,
  WaitStep,
  CheckProbePlan,
  PreStopPlan,
} from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';
import { sortKeys } from '../pod/sort-keys';
import { writeSteps, writeMarking, findLastMark } from '../pod/step-args';
import { Tool, TOOL_IMAGES } from '../pod/wait-tool';

/**
 * Returns the command of a container with a gate. The user's command comes last, unchanged, with its `$(VAR)`. The
 * command of an image is escaped, because Kubernetes would expand it in a manifest. Its arguments become `args` if the
 * manifest has none.
 */
export function writeGatedCommand(
  gate: GatePlan,
  { name: container, command }: ContainerJson,
  program: string,
): Pick<ContainerJson, 'command' | 'args'> {
  const { awaited, locks, endsAfter, stopSignal, marksOpen, marksEnd, quits, imageCommand } = gate;
  const lock = lockFile(container);
  const endOf = (end: ContainerEnd) => `${lockFile(end.container)}:${end.condition}`;
  const words = [
    ...when(locks || marksEnd, `--lock=${lock}`),
    ...when(marksOpen, `--gate=${gateFile(container)}`),
    ...writeSteps(awaited, { retries: false }),
    ...when(marksEnd, `--ends=${lock}`),
    ...endsAfter.map(end => `--until=${endOf(end)}`),
    ...when(stopSignal !== undefined, `--stop-signal=${stopSignal}`),
    ...(quits ? [`--quit=${quits.url}`, ...quits.after.map(end => `--after=${endOf(end)}`)] : []),
  ];
  const own = imageCommand === undefined ? (command ?? []) : imageCommand.command.map(escapeForExpansion);
  return {
    command: [program, ...words.map(escapeForExpansion), '--', ...own],
    ...(imageCommand?.args ? { args: imageCommand.args.map(escapeForExpansion) } : {}),
  };
}

/**
 * Returns a variable from a marker file. The kubelet does not create the container before the file contains the mark;
 * the container mounts no volume for that.
 */
export function writeGuard({ dependency, condition }: GuardPlan): EnvVarJson {
  return {
    name: guardVariable(dependency, condition),
    valueFrom: { fileKeyRef: { key: condition, path: dependency, volumeName: STATE_VOLUME } },
  };
}

/** Returns a probe that runs the agent. One run of the probe lasts as long as the wait. */
export function writeMarkerProbe(
  container: string,
  { field, steps, failureThreshold, timeoutSeconds, graceSeconds }: MarkerProbePlan,
  program: string,
): ProbeJson {
  const options = { retries: true, inTurn: true };
  const words =
    field === 'readinessProbe' ? writeMarking('hold', container, steps, options) : writeSteps(steps, options);
  return withoutUndefined({
    exec: { command: [program, ...words.map(escapeForExpansion)] },
    failureThreshold,
    periodSeconds: 1,
    terminationGracePeriodSeconds: graceSeconds,
    timeoutSeconds,
  });
}

/**
 * Returns an init container that waits, for INIT_CONTAINER and SIDECAR_WAIT_INIT. The emitter adds its mounts,
 * resources and rights. `byShell`: the shell selects the binary, instead of `program`.
 */
export function writeWait(
  wait: WaitContainerPlan,
  program: string,
  settings: AgentSettings,
  byShell: boolean,
): ContainerJson {
  const words = [
    ...wait.forgets.map(container => `--forget=${markerFile(container)}`),
    ...writeSteps(wait.awaited, { retries: false }),
  ];
  const escaped = words.map(escapeForExpansion);
  if (byShell) {
    return { command: [...BY_SHELL, ...escaped], image: settings.image, name: wait.name };
  }
  return {
    command: [program, ...escaped],
    env: wait.env,
    image: wait.image ?? findToolImage(wait.tool!, settings),
    imagePullPolicy: wait.imagePullPolicy,
    name: wait.name,
  };
}

/** A mirror takes the place of the registry in the name of the image. */
function findToolImage(tool: Tool, { registry }: AgentSettings): string {
  return registry === undefined
    ? TOOL_IMAGES[tool]
    : `${registry}/${TOOL_IMAGES[tool].replace(/^registry\.k8s\.io\//, '')}`;
}

export function writePostStart(carrier: string, hook: PostStartPlan, program: string): HandlerJson {
  return hook.sleepSeconds === undefined
    ? { exec: { command: writeCommand(carrier, hook, program) } }
    : { sleep: { seconds: hook.sleepSeconds } };
}

/** Returns the command of an exec hook, without escapes: the kubelet expands no variables in hooks. */
function writeCommand(carrier: string, hook: PostStartPlan, program: string): string[] {
  const [only] = hook.waits;
  if (!hook.usesAgent && 'check' in only && only.check.kind === 'blockingCommand') {
    return [...only.check.command];
  }
  const { timeoutSeconds, onTimeout } = hook;
  const steps = hook.waits.map(
    (step): WaitStep =>
      'check' in step ? { dependency: step.dependency, check: step.check, timeoutSeconds, onTimeout } : step,
  );
  const renews =
    hook.resets && !hook.locksMarks && !hook.runFirst && hook.lingers.length === 0 && isOneMark(carrier, hook.waits);
  // Their limits count from the end of the user's own hook.
  const hasChecks = hook.waits.some(step => 'check' in step);
  return [
    program,
    ...when(hook.locks, `--leave-lock=${lockFile(carrier)}`),
    ...hook.forgets.map(container => `--forget=${markerFile(container)}`),
    // A hook that cannot write the marker file fails, and the lock alone would not tell.
    ...when(hook.resets && !renews, `--reset=${markerFile(carrier)}`),
    ...when(hook.locksMarks, `--leave-lock=${markerFile(carrier)}`),
    ...runFirst(hook.runFirst),
    ...when(hook.runFirst !== undefined && hasChecks, '--then'),
    ...(renews
      ? writeMarking('renew', carrier, steps, { retries: true })
      : writeSteps(steps, { retries: hook.resets })),
    ...writeLinger(carrier, hook.lingers),
  ];
}

/** Returns the arguments for the command of the user's own hook. */
function runFirst(command: readonly string[] | undefined): readonly string[] {
  return command ? [`--run-first=${command.length}`, ...command] : [];
}

/** Whether the hook only checks its own container, and adds its mark at the end. */
function isOneMark(carrier: string, waits: readonly WaitStep[]): boolean {
  const marks = waits.filter(step => 'marks' in step);
  return marks.length === 1 && marks[0] === waits.at(-1) && waits.every(({ dependency }) => dependency === carrier);
}

/** The agent repeats a blocking command that fails: a dependency that is not ready is no error of the container. */
function writeLinger(carrier: string, lingers: PostStartPlan['lingers']): string[] {
  if (lingers.length === 0) {
    return [];
  }
  const words = [
    `--unless-marked=${markerFile(carrier)}:${findLastMark(lingers)}`,
    ...writeSteps(lingers, { retries: true }),
  ];
  return [`--linger=${words.length}`, ...words];
}

/** Returns a check as a startup probe. The probe names no host, so the kubelet uses the IP of the pod. */
export function writeCheckProbe({ check, failureThreshold, trySeconds }: CheckProbePlan): ProbeJson {
  const handler = buildProbeHandler(check);
  if (typeof handler === 'string') {
    throw new Error(`unreachable: the planner plans no startup probe for the check ${check.kind}`);
  }
  const limits = { failureThreshold, periodSeconds: 1, timeoutSeconds: trySeconds };
  return sortKeys<ProbeJson>(handler, withoutUndefined(limits));
}

/**
 * Returns a preStop hook that waits until other containers have exited and then runs the user's hook, without escapes:
 * the kubelet expands no variables in hooks.
 */
export function writePreStop(
  container: string,
  { after, runThen, sleepThen }: PreStopPlan,
  program: string,
): HandlerJson {
  return {
    exec: {
      command: [
        program,
        ...after.map(dependent => `--unlocked=${lockFile(dependent)}`),
        ...runFirst(runThen),
        ...(sleepThen === undefined
          ? []
          : writeSteps([{ dependency: container, check: { kind: 'delay', seconds: sleepThen } }], { retries: false })),
      ],
    },
  };
}
