import { can, cannot, MechanismModule, Verdict } from './verdict';
import { Guarantee } from '../../model/guarantee';
import { Mechanism } from '../../model/mechanism';
import { OnTimeout } from '../../model/on-timeout';
import { PodIntent, ReadyProof } from '../../model/private/intent';
import { problem } from '../../model/private/problem';
import { StartCondition } from '../../model/start-condition';
import { ContainerSlot } from '../../model/startup-plan';
import { Edge } from '../resolve';
import { slotOf } from '../slots';

/**
 * The ready check becomes the startup probe of a native sidecar, and the kubelet starts nothing behind it before that has passed; a crash
 * of the sidecar or a restart of the kubelet changes nothing about that.
 *
 * kubelet 1.29–1.37, kuberuntime_container.go computeInitContainerActions: what stands behind a native sidecar is started when the sidecar
 * is running and its startup probe has succeeded. prober/worker.go: after `failureThreshold` failures in a row the sidecar is killed and
 * started again, and what is behind it goes on waiting.
 */
export const sidecarProbe: MechanismModule = {
  mechanism: Mechanism.SIDECAR_PROBE,

  judge(edge: Edge, intent: PodIntent): Verdict {
    const { dependent, dependency, condition } = edge;
    if (slotOf(dependency, intent).slot !== ContainerSlot.NATIVE_SIDECAR) {
      return cannot('the startup probe of anything but a native sidecar holds back nobody');
    }
    if (condition !== StartCondition.READY) { return cannot(`a startup probe is made of the ready check, it cannot see that its sidecar is ${condition}`); }
    if (!dependency.ready) { return cannot('nothing says when it is ready', problem('SO301', { dependent: dependent.name, dependency: dependency.name })); }
    if (dependency.startup && !dependency.startup.automatic) { return cannot(`'${dependency.name}' has a startup probe of its own, which is kept as it is`); }
    const why = obstacleFor(dependency.ready) ?? opening(edge, intent);
    return why ? cannot(why) : can(Guarantee.FAIL_CLOSED, 'the kubelet starts nothing behind a native sidecar before its startup probe, which is the ready check, '
      + 'has passed; the probe looks once a second, which costs 0.5 to 1.4 s');
  },

  judgeExternal: () => cannot('something outside the pod has no startup probe'),
};

/** Why a kubelet probe cannot make this check. */
function obstacleFor({ check, source }: ReadyProof): string | undefined {
  switch (check.kind) {
    case 'httpGet': return check.statuses ? 'a kubelet probe takes every status from 200 to 399' : obstacleForHost(check.host, source);
    case 'tcpSocket': return obstacleForHost(check.host, source);
    case 'grpc':
    case 'command': return undefined;
    case 'blockingCommand': return 'a kubelet probe is made again and again, and a blocking command does the waiting by itself';
    case 'fileExists':
    case 'fileContains':
    case 'unixSocket': return 'a kubelet probe sees no files, and the image may have no program that does';
    case 'delay': return 'a kubelet probe knows no delay';
    case 'allOf': return 'a startup probe makes one check, not several';
  }
}

/** The kubelet asks from the node. A probe that the user wrote names its host for the kubelet, a ready check for the containers of the pod. */
function obstacleForHost(host: string | undefined, source: ReadyProof['source']): string | undefined {
  if (host === undefined) { return undefined; }
  if (isNodeItself(host)) { return `the kubelet would ask the node when it asks ${host}`; }
  const isAddress = /^[0-9.]+$/.test(host) || host.includes(':');
  return isAddress || source !== 'readyWhen' ? undefined : `the kubelet would look up the name ${host} on the node, not in the pod`;
}

/** Loopback, and the addresses that mean "here" to who connects to them. */
function isNodeItself(host: string): boolean {
  return /^(localhost|.*\.localhost|127[.0-9]*|0[.0]*|[0:]*:0*1?|[0:]*:ffff:(127[.0-9]*|7f[0-9a-f]{2}:[0-9a-f]+))\.?$/i.test(host);
}

/** A startup probe opens for nobody: not for this dependency, and not for another one on the same sidecar, which it would hold as well. */
function opening({ declared, siblings }: Edge, intent: PodIntent): string | undefined {
  if (declared.onTimeout === OnTimeout.CONTINUE) { return 'a startup probe that fails has its sidecar restarted, it cannot let the dependent start (OnTimeout.CONTINUE)'; }
  const open = siblings.find(s => s.declared !== declared && goesOn(s, intent));
  return open && `container '${open.dependent.name}' goes on after a timeout, and a startup probe would hold it too`;
}

function goesOn({ declared, condition }: Edge, intent: PodIntent): boolean {
  return condition === StartCondition.READY && (declared.onTimeout === OnTimeout.CONTINUE
    || ((declared.mechanism ?? intent.mechanism) === Mechanism.POST_START && declared.onTimeout !== OnTimeout.FAIL));
}
