import { findDataStore, findStoreAt } from './data-stores';
import { addDoubts } from './doubts';
import { findContradiction } from './find-contradiction';
import { isHelper, NamedText, Party, Reference } from './parties';
import { addReference, createServerWait, External, Need, Proposal } from './proposal';
import { findReferences } from './references';
import { readWord } from './suggest-compose';
import { groupBy } from '../../src/api/private/collections';
import { JsonObject } from '../../src/api/private/json-object';
import { AppObjects } from '../../src/pod/app-objects';
import { isLoopback } from '../../src/pod/checks/hosts';
import { readAppObject, readAppWorkload } from '../read/app-object';
import { formatTitle } from '../read/find-workloads';
import { ContainerView, findLaterContainers, listWords } from '../read/pod-view';
import { findListeners, findLocalAddresses, getPorts } from '../read/ports';
import { isReplaceable } from '../read/read-command';
import { PodReading } from '../read/read-pod';
import { AwaitedTarget, describeTarget, describeTargets, listTargets, Wait } from '../read/wait';

/**
 * Proposes an order for each workload: what waits by hand say, and what environment variables and arguments name.
 * `services`: the Services of the manifests.
 */
export function suggestForManifests(pods: readonly PodReading[], services: readonly JsonObject[]): Proposal[] {
  const parties = pods.map(readParty);
  const workloads = new Map(parties.map((party, i) => [party, { ...readAppWorkload(pods[i].workload), party }]));
  const app = new AppObjects(services.map(readAppObject), [...workloads.values()]);
  const findHost = (host: string, from: Party) => {
    const { workloads: owners = [], ports = [] } = app.findHost(host, workloads.get(from)!) ?? {};
    // A Service can select the pods of several workloads, also those of this one. No pod can wait for itself.
    return { owners, ports, isOwn: owners.some(({ party }) => party === from) };
  };
  const named = findReferences(parties, (host, from) => {
    const { owners, ports, isOwn } = findHost(host, from);
    return owners.length === 0 || isOwn ? undefined : { to: owners[0].party, port: ports[0] };
  });
  const byParty = groupBy(addDoubts(named), ({ from }) => from);
  return pods.map((pod, i) => {
    const { kind, name, namespace } = pod.workload;
    const inPod = pod.containers.map(c => c.name);
    const proposal = new Proposal({ kind, name, namespace }, inPod);
    addSuggestedOrders(proposal, pod);
    addLocalServers(proposal, pod);
    addWaits(proposal, pod, host => findHost(host.toLowerCase(), parties[i]).isOwn);
    for (const need of byParty.get(parties[i]) ?? []) {
      if (!isAwaited(pod, need)) {
        addReference(proposal, need);
      }
    }
    return proposal;
  });
}

/** Whether the wait agent waits for the server already. */
function isAwaited({ order }: PodReading, { container, host }: Reference): boolean {
  return order.outside.some(
    ({ check = '', container: waiting, holds }) =>
      check.split(/[^\w.-]+/).includes(host) && [waiting, ...holds].includes(container),
  );
}

/** A data store beside another program of its pod serves that program, and not the clients of the pod. */
function readParty(pod: PodReading): Party {
  const programs = pod.apps.filter(({ name, json }) => !isHelper({ name, image: json.image }));
  const served = programs.find(({ json }) => findDataStore(json.image) === undefined);
  return {
    name: formatTitle(pod.workload),
    image: (served ?? programs[0] ?? pod.apps[0])?.json.image,
    texts: pod.apps.flatMap(listTexts),
  };
}

function listTexts(container: ContainerView): NamedText[] {
  const { name, json } = container;
  const variables = (json.env ?? []).map(
    ({ name: key, value = '' }): NamedText => ({ container: name, key, text: value }),
  );
  return [...variables, ...listWords(container).map(word => readWord(name, word))];
}

/** The waits for something outside the pod: in init containers, which can be replaced, and before commands. */
function addWaits(proposal: Proposal, pod: PodReading, isOwnHost: (host: string) => boolean): void {
  const readTargets = ({ command }: ContainerView) =>
    listTargets(command.waits).map(awaited => {
      const { target } = awaited;
      const isOwn = 'host' in target && target.host !== undefined && isOwnHost(target.host);
      return { ...awaited, found: isOwn ? undefined : readTarget(awaited, pod) };
    });
  // The containers that others need start before the wait.
  const needed = new Set(proposal.listNeeded());
  const isMereWait = (c: ContainerView) => c.slot === 'INIT' && isReplaceable(c.command);
  for (const init of pod.inits.filter(c => !c.injected && c.gate === undefined)) {
    const { waits, delay, works } = init.command;
    const known = readTargets(init);
    // A later init container, such as a migration, relies on the wait, too.
    const held = findLaterContainers(init, pod).filter(c => !c.injected && !isMereWait(c));
    const dependents = held.filter(c => !needed.has(c.name));
    if (delay !== undefined && waits.length === 0) {
      proposal.remark(`the init container '${init.name}' only sleeps ${delay} s: name what it waits for`);
    }
    for (const { target, wait, found } of known) {
      const evidence = `the init container '${init.name}' waits for ${describeTarget(target)}`;
      if (found === undefined) {
        proposal.remark(`${evidence}, which no dependency expresses`);
      } else {
        dependents.forEach(app => {
          addDependency(proposal, pod, app, found, evidence, wait);
        });
      }
    }
    const isExpressed = dependents.length > 0 && known.every(({ found }) => found !== undefined);
    if (isReplaceable(init.command) && waits.length > 0 && isExpressed) {
      proposal.replace(init.name);
    }
    if (works && waits.length > 0) {
      const said = describeTargets(waits.flatMap(wait => wait.targets));
      proposal.remark(`to replace the init container '${init.name}', which does more than wait for ${said}`);
    }
  }
  for (const app of pod.apps) {
    for (const { target, wait, found } of readTargets(app)) {
      if (found) {
        const evidence = `its command waits for ${describeTarget(target)}; remove the wait from the command`;
        addDependency(proposal, pod, app, found, evidence, wait);
      }
    }
  }
}

/** A dependency that can replace a wait by hand keeps its limit, or says what it loses. */
function createNeed(evidence: string, { bounded, limitSeconds, goesOn, conditional }: Partial<Wait> = {}): Need {
  const isUnlimited = bounded && limitSeconds === undefined;
  const texts = [
    evidence,
    ...(isUnlimited ? [`it ${goesOn ? 'goes on' : 'fails'} after a limit that this order does not contain`] : []),
    ...(conditional ? ['a condition can skip the wait, and not this dependency'] : []),
  ];
  const need = { evidence: texts.join('; ') };
  if (!bounded || limitSeconds === undefined) {
    return need;
  }
  const timeout = `${Math.max(1, Math.ceil(limitSeconds))}s`;
  return { ...need, limit: goesOn ? { timeout, onTimeout: 'continue' } : { timeout } };
}

interface FoundTarget {
  readonly name: string;
  /** `undefined`: a container of the pod. */
  readonly external?: External;
}

/**
 * Proposes a dependency. A container of the pod without a probe gets a check. `wait`: the wait by hand that the
 * dependency replaces.
 */
function addDependency(
  proposal: Proposal,
  pod: PodReading,
  { name }: ContainerView,
  { name: needed, external }: FoundTarget,
  evidence: string,
  wait?: Wait,
): void {
  const need = createNeed(evidence, wait);
  if (external) {
    proposal.addExternal(name, needed, external, need);
    return;
  }
  const owner = pod.containers.find(c => c.name === needed);
  if (owner === undefined || owner.injected) {
    return;
  }
  const { startupProbe, readinessProbe } = owner.json;
  if (!startupProbe && !readinessProbe && owner.slot !== 'INIT') {
    const [port] = getPorts(owner);
    const check = port === undefined ? readHookCheck(owner) : { tcpSocket: { port } };
    if (check === undefined) {
      proposal.remark(`'${name}' needs '${needed}' (${evidence}), and nothing contains its port`);
      return;
    }
    proposal.checkReady(needed, check);
  }
  proposal.addContainer(name, needed, need);
  const contradiction = findContradiction(proposal, pod);
  if (contradiction !== undefined) {
    proposal.removeContainer(name, needed);
    proposal.remark(`'${name}' may need '${needed}' (${evidence}), but then ${contradiction}`);
  }
}

/** Returns the check of its own port that the postStart hook of the container makes. */
function readHookCheck({ postStart }: ContainerView): object | undefined {
  for (const { target } of listTargets(postStart?.waits)) {
    if (target.kind === 'network' && target.port !== undefined && isLoopback(target.host)) {
      const { protocol, port, path = '/' } = target;
      // The server may listen only there.
      const place = { port, host: '127.0.0.1' };
      return protocol === 'http' ? { httpGet: { path, ...place } } : { tcpSocket: place };
    }
  }
  return undefined;
}

/** Returns the dependency; `undefined`: nothing expresses it. */
function readTarget(awaited: AwaitedTarget, pod: PodReading): FoundTarget | undefined {
  const { target } = awaited;
  switch (target.kind) {
    case 'network': {
      const { host, port, protocol, path } = target;
      const [owner] = findListeners(awaited, pod.containers);
      if (owner !== undefined) {
        return { name: owner.name };
      }
      if (host === undefined || isLoopback(host)) {
        return undefined;
      }
      const name = host.split('.')[0].toLowerCase();
      const store = findStoreAt(port, protocol);
      // `curl http://db:3306` is a wait for the port, too.
      if (/^https?$/.test(protocol) && port !== undefined && store?.protocol === undefined) {
        return { name, external: { http: { url: `${protocol}://${host}:${port}${path ?? '/'}` } } };
      }
      const external = createServerWait(host, port, store);
      return external && { name, external };
    }
    case 'name':
      return target.host === undefined
        ? undefined
        : { name: target.host.split('.')[0], external: { dns: { host: target.host } } };
    case 'kubernetes':
      return readObject(target.words);
    default:
      return undefined;
  }
}

/** `kubectl wait --for=condition=complete job/migrate`, and the arguments of the image k8s-wait-for. */
function readObject(words: readonly string[]): FoundTarget | undefined {
  const text = words.join(' ');
  const [, job] = /(?:^|\s)(?:jobs?(?:\.batch)?[/ ])([a-z0-9][a-z0-9.-]*)(?:\s|$)/.exec(text) ?? [];
  const isJob = job !== undefined && /complete|^wait_for\.sh job/i.test(text);
  const [, namespace] = /(?:-n|--namespace)[ =]([a-z0-9-]+)/.exec(text) ?? [];
  if (isJob) {
    return { name: job, external: { job: { name: job, namespace } } };
  }
  const [, selector] = /\spods?\s.*?(?:-l|--selector)[ =]?([\w./-]+=[\w.-]+(?:,[\w./-]+=[\w.-]+)*)/.exec(text) ?? [];
  if (selector !== undefined && /=ready|^wait_for\.sh pod/i.test(text)) {
    const labels = Object.fromEntries(selector.split(',').map(pair => pair.split('=')));
    const [first] = Object.values(labels);
    return { name: String(first), external: { pods: { labels, namespace } } };
  }
  const [, service] = /^wait_for\.sh service ([a-z0-9-]+)$/.exec(text) ?? [];
  return service === undefined ? undefined : { name: service, external: { endpoints: { service } } };
}

/** Orders of containers that the manifest suggests, and that nothing enforces. */
function addSuggestedOrders(proposal: Proposal, pod: PodReading): void {
  const add = (first: string | undefined, then: string | undefined, evidence: string, waitsFor?: string) => {
    const dependent = pod.containers.find(c => c.name === then && !c.injected);
    if (first !== undefined && dependent) {
      const wait = dependent.command.waits.find(({ targets }) => targets.some(t => describeTarget(t) === waitsFor));
      addDependency(proposal, pod, dependent, { name: first }, evidence, wait);
    }
  };
  for (const { first, then, why } of pod.order.unenforced) {
    add(first, then, why);
  }
  for (const { first, then, by, waitsFor, path } of pod.order.ordered) {
    // An order that the wait agent enforces is no wait by hand.
    const isOfAgent = pod.containers.some(c => c.agentHook && path === `${c.path}.lifecycle.postStart`);
    if (by === 'postStart' && !isOfAgent) {
      add(first, then, `the postStart hook of '${first}' holds it`);
    } else if (by === 'command') {
      add(first, then, 'its command waits for it', waitsFor);
    }
  }
}

/** Whether the kubelet or a wait holds a container until another one is ready or has exited. */
function isHeld({ order }: PodReading, needed: string, dependent: string): boolean {
  const pairs = order.ordered.filter(({ first, then }) => first === needed && then === dependent);
  return pairs.some(({ by, condition }) => by === 'startupProbe' || condition === 'READY' || condition === 'COMPLETED');
}

/** A container that names a port of another container at localhost. */
function addLocalServers(proposal: Proposal, pod: PodReading): void {
  for (const app of pod.apps) {
    for (const { key, text } of listTexts(app)) {
      for (const [address, port] of findLocalAddresses(text)) {
        const owners = pod.containers.filter(c => c !== app && getPorts(c).has(Number(port)));
        const isOwn = getPorts(app).has(Number(port));
        if (owners.length === 1 && !isOwn && !isHeld(pod, owners[0].name, app.name)) {
          addDependency(proposal, pod, app, { name: owners[0].name }, `${key || 'its command'} names ${address}`);
        }
      }
    }
  }
}
