import { ContainerView, findLaterContainers, mustExitFirst } from '../../read/pod-view';
import { PodReading } from '../../read/read-pod';
import { getCommandPath, getHookPath } from '../pod-queries';
import { Rule } from '../rule';

export const sleepAsOrder: Rule = {
  id: 'sleep-as-order',
  severity: 'warning',
  what: 'A fixed delay instead of a wait',
  why:
    'The time until the dependency is ready varies. On a busy node, or with an image to pull, the delay is too ' +
    'short and the order is lost. In all other cases the delay is too long, and slows each start.',
  fix: {
    without: 'poll the dependency in a loop, with a limit',
    withLibrary:
      'write `dependsOn`, with `readyWhen` on the dependency, or `Dependency.onUrl` or a similar method for ' +
      'something outside the pod',
  },
  source:
    'a write-up of 2021: the hook takes 8 s for a file that is there after 2 s, and the app starts 8 s ' +
    'after its sidecar',
  example: {
    wrong: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
      command: [sh, -c, sleep 10 && exec /app]
`,
    right: `
apiVersion: v1
kind: Pod
metadata: { name: shop }
spec:
  containers:
    - name: app
      image: shop/app:7
      command: [sh, -c, "until nc -z db.data 5432; do sleep 1; done; exec /app"]
`,
  },

  *find(pod) {
    for (const container of pod.containers.filter(c => !c.injected)) {
      const command = describeSleepingCommand(container);
      if (command !== undefined) {
        yield { path: getCommandPath(container), message: command };
      }
      const hook = describeSleepingHook(container, pod);
      if (hook !== undefined) {
        yield { path: getHookPath(container), message: hook };
      }
    }
  },
};

function describeSleepingCommand({ name, slot, command }: ContainerView): string | undefined {
  if (command.sleepsFirst !== undefined) {
    return (
      `'${name}' sleeps for ${command.sleepsFirst} s before it starts its work, without a check of its ` +
      `dependencies`
    );
  }
  return slot === 'INIT' && command.delay !== undefined
    ? `the init container '${name}' only holds the pod for ${command.delay} s, without a check of its dependencies`
    : undefined;
}

/** Describes a delay in a hook. The rule hook-on-last-container finds hooks that hold no container. */
function describeSleepingHook(container: ContainerView, pod: PodReading): string | undefined {
  const { name, slot, json, postStart } = container;
  const [next] = findLaterContainers(container, pod);
  // The containers after a native sidecar start when its startup probe has passed, whatever its hook does.
  const isHeldByStartupProbe =
    slot === 'NATIVE_SIDECAR' && json.startupProbe !== undefined && !mustExitFirst(container, pod);
  if (!next || isHeldByStartupProbe) {
    return undefined;
  }
  if (postStart?.delay !== undefined) {
    return (
      `the postStart hook of '${name}' takes ${postStart.delay} s without a check of the container, and ` +
      `'${next.name}' starts then, ready or not`
    );
  }
  return postStart?.sleepsFirst === undefined
    ? undefined
    : `the postStart hook of '${name}' sleeps for ${postStart.sleepsFirst} s, ready or not, and '${next.name}' ` +
        `waits until the hook has exited`;
}
