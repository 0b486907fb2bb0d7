/**
 * Plans the completion of pods that complete, such as the pods of a Job. The kubelet terminates a native sidecar when
 * the app containers have exited. Without native sidecars, a sidecar is a regular container and would keep the pod
 * alive forever. So the agent runs before its command and ends it when the agents before the commands of the app
 * containers have marked their end. The proxy of a mesh ends when a container of the pod sends it a request.
 */
import { problem } from './problems';
import { describeCommandRemedy, Problem, quoteNames } from '../api/private/problem';
import { ContainerIntent, PodIntent } from '../pod/intent';
import { ContainerEnd, GatePlan } from '../pod/pod-plan';

export interface JobSidecars {
  readonly helpers: ReadonlySet<ContainerIntent>;
  /** The app containers. */
  readonly mains: readonly ContainerIntent[];
  readonly endsAfter: GatePlan['endsAfter'];
  /** The request that each app container sends after its end. */
  readonly quits?: GatePlan['quits'];
  readonly problems: readonly Problem[];
}

const NO_JOB_SIDECARS: JobSidecars = { helpers: new Set(), mains: [], endsAfter: [], problems: [] };

/** `lockObstacle`: the reason why no wait agent can tell that another container has exited. */
export function planJobSidecars(intent: PodIntent, lockObstacle: string | undefined): JobSidecars {
  const { containers, restartPolicy, mesh } = intent;
  const helpers = containers.filter(c => c.role === 'SIDECAR' && c.slot === 'CONTAINER');
  const mains = containers.filter(c => c.role === 'APP');
  // Without a request, the proxy exits by itself, or no container can send the request.
  const asks = mesh?.order !== 'native' && !lockObstacle && mains.every(c => c.command !== undefined);
  const quit = asks ? mesh?.quit : undefined;
  if (restartPolicy === 'Always' || (helpers.length === 0 && !quit)) {
    return NO_JOB_SIDECARS;
  }
  // A container that the kubelet restarts after a failure needs its helper again.
  const after = mains.map(
    (c): ContainerEnd => ({ container: c.name, condition: c.restarts.never ? 'EXITED' : 'COMPLETED' }),
  );
  const lack = intent.lacks.nativeSidecars;
  return {
    helpers: new Set(helpers),
    mains,
    endsAfter: after,
    quits: quit && { url: quit.url, after },
    problems: helpers.flatMap(h => {
      const why = findEndObstacle(h, mains, lockObstacle);
      return why ? [problem('SO703', { ...lack, helper: h.name, ...why })] : [];
    }),
  };
}

function findEndObstacle(
  helper: ContainerIntent,
  mains: readonly ContainerIntent[],
  lockObstacle: string | undefined,
): { why: string; remedy: string } | undefined {
  if (lockObstacle) {
    return {
      why: `the wait agent, which could terminate it, ${lockObstacle}`,
      remedy: 'give it the role APP and let it exit by itself',
    };
  }
  const unknown = [helper, ...mains].filter(c => c.command === undefined);
  return unknown.length === 0
    ? undefined
    : {
        why:
          `the wait agent can terminate it only from before the commands, and the command of ` +
          `${quoteNames(unknown.map(c => c.name))} comes from the image`,
        remedy: describeCommandRemedy(unknown),
      };
}
