import { Edge } from './edge';
import { Mechanism } from '../api/mechanism';
import { Check, describeCheck, ExternalCheck, leaves } from '../api/private/check';
import { Problem, problem } from '../api/private/problem';
import { StartCondition } from '../api/start-condition';
import { ReadyProof } from '../pod/intent';

/** What is checked for this edge. */
export function checkOf(edge: Edge): Check | undefined {
  return proofOf(edge)?.check;
}

/** The same, and where it was declared. */
export function proofOf({ dependency: { startup, ready }, condition }: Edge): ReadyProof | undefined {
  switch (condition) {
    case StartCondition.READY: return ready;
    case StartCondition.STARTED: return startup?.check && { check: startup.check, source: startup.automatic ? 'automaticStartupProbe' : 'startupProbe' };
    default: return undefined;
  }
}

/** Why the wait agent cannot make this check, and what to do; `undefined`: it can. */
export function obstacleForAgent(check: ExternalCheck, onContainer: boolean): { why: string; remedy: string } | undefined {
  for (const leaf of leaves(check)) {
    if (leaf.kind === 'grpc') {
      return {
        why: 'the wait agent speaks no gRPC',
        remedy: `${onContainer && check.kind === 'grpc' ? 'with the role SIDECAR and Kubernetes 1.29 or newer the kubelet asks for it; else ' : ''}use ReadyCheck.command(['grpc_health_probe', '-addr=:${leaf.port}']) if the image has it, or ReadyCheck.tcpSocket(${leaf.port})`,
      };
    }
  }
  return undefined;
}

export function cannotCheck({ dependent, dependency }: Edge, check: Check, mechanism: Mechanism, obstacle: { why: string; remedy: string }): Problem {
  return problem('SO303', { dependent: dependent.name, dependency: dependency.name, check: describeCheck(check), mechanism, ...obstacle });
}
