import { DataStore, findDataStore } from './data-stores';
import { Reference } from './parties';
import { getOrCreate } from '../../src/api/private/collections';
import { formatYaml } from '../order/format-yaml';
import { API_VERSION, KIND, WorkloadSelector } from '../order/startup-order-object';

/** A dependency outside the pod: one field of `externalDependencies`, such as `tcpSocket`, with its value. */
export type External = Readonly<Record<string, object>>;

/** A proposed dependency, with the line of evidence. */
export interface Need {
  readonly evidence: string;
  /** The limit of a wait by hand, as the dependency declares it. */
  readonly limit?: { readonly timeout: string; readonly onTimeout?: 'continue' };
}

/** The order that the manifest of a workload suggests. */
export class Proposal {
  /** By the names of the container and of the dependency. */
  private readonly needs = new Map<string, Map<string, Need>>();
  private readonly externals = new Map<string, External>();
  private readonly checks = new Map<string, object>();
  private readonly replaced: string[] = [];
  private readonly remarks: string[] = [];

  /** `inPod`: the names of the containers of the pod. */
  constructor(
    private readonly workload: WorkloadSelector,
    private readonly inPod: readonly string[],
  ) {}

  public get isEmpty(): boolean {
    return this.needs.size === 0 && this.remarks.length === 0;
  }

  /** Returns the names of the dependencies. */
  public listNeeded(): string[] {
    return [...this.needs.values()].flatMap(needs => [...needs.keys()]);
  }

  public addContainer(container: string, dependency: string, need: Need): void {
    if (container === dependency) {
      return;
    }
    const needs = getOrCreate(this.needs, container, () => new Map<string, Need>());
    getOrCreate(needs, dependency, () => need);
  }

  public removeContainer(container: string, dependency: string): void {
    const needs = this.needs.get(container);
    needs?.delete(dependency);
    if (needs?.size === 0) {
      this.needs.delete(container);
    }
    if (!this.listNeeded().includes(dependency)) {
      this.checks.delete(dependency);
    }
  }

  /** The container has no probe that proves that it is ready. */
  public checkReady(container: string, check: object): void {
    this.checks.set(container, check);
  }

  /** The same target, which several containers need, gets one name. */
  public addExternal(container: string, wanted: string, external: External, need: Need): void {
    const text = JSON.stringify(external);
    const known = [...this.externals].find(([, other]) => JSON.stringify(other) === text);
    const name = known?.[0] ?? this.nameExternal(wanted);
    this.externals.set(name, external);
    this.addContainer(container, name, need);
  }

  /** The init container only waits, and the proposed dependencies wait for the same. */
  public replace(container: string): void {
    this.replaced.push(container);
    // It leaves the pod, so it needs nothing, and nothing needs it.
    this.needs.delete(container);
    for (const dependent of this.needs.keys()) {
      this.removeContainer(dependent, container);
    }
  }

  /** A finding that is no dependency. */
  public remark(text: string): void {
    this.remarks.push(text);
  }

  /** Returns a StartupOrder, with the evidence of each dependency in a comment. */
  public format(): string {
    const lines = ['---', ...this.remarks.map(text => `# not proposed: ${oneLine(text)}`)];
    if (this.needs.size > 0) {
      const { name = 'pod' } = this.workload;
      const head = { apiVersion: API_VERSION, kind: KIND, metadata: { name }, spec: { workloads: [this.workload] } };
      lines.push(formatLines(head), '  containers:');
      for (const container of new Set([...this.needs.keys(), ...this.checks.keys()])) {
        lines.push(`    ${formatLines(container)}:`, ...this.formatContainer(container));
      }
      if (this.externals.size > 0) {
        lines.push(formatLines({ externalDependencies: Object.fromEntries(this.externals) }, 2));
      }
      if (this.replaced.length > 0) {
        lines.push(formatLines({ replaces: this.replaced }, 2));
      }
    }
    return `${lines.join('\n')}\n`;
  }

  private formatContainer(container: string): string[] {
    const needs = [...(this.needs.get(container) ?? [])];
    const hasLimits = needs.some(([, { limit }]) => limit !== undefined);
    const check = this.checks.get(container);
    return [
      ...(check ? [formatLines({ readyWhen: check }, 6)] : []),
      ...(needs.length > 0 ? ['      dependsOn:'] : []),
      ...needs.flatMap(([dependency, need]) => formatNeed(dependency, need, hasLimits)),
    ];
  }

  private nameExternal(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.externals.has(name) || this.inPod.includes(name); i++) {
      name = `${wanted}-${i}`;
    }
    return name;
  }
}

/** Formats an item of `dependsOn`: of the list of names, or of the map if a dependency of the container has a limit. */
function formatNeed(dependency: string, { evidence, limit }: Need, isMap: boolean): string[] {
  const name = formatLines(dependency);
  const comment = `# ${oneLine(evidence)}`;
  if (!isMap) {
    return [`        - ${name} ${comment}`];
  }
  return limit === undefined
    ? [`        ${name}: {} ${comment}`]
    : [`        ${name}: ${comment}`, formatLines(limit, 10)];
}

function formatLines(value: unknown, indent = 0): string {
  return formatYaml(value).trimEnd().replace(/^/gm, ' '.repeat(indent));
}

/** Returns the wait for a server; `undefined`: nothing contains its port. */
export function createServerWait(
  host: string,
  port: number | undefined,
  store: DataStore | undefined,
): External | undefined {
  const found = port ?? store?.port;
  if (found === undefined) {
    return undefined;
  }
  return store?.protocol !== undefined
    ? { server: { protocol: store.protocol, host, ...(found === store.port ? {} : { port: found }) } }
    : { tcpSocket: { host, port: found } };
}

/** Adds what a text names. */
export function addReference(proposal: Proposal, { container, to, host, port, evidence, doubt }: Reference): void {
  const external = createServerWait(host, port, findDataStore(to.image));
  if (doubt !== undefined) {
    proposal.remark(`'${container}' may need '${to.name}' (${evidence}), but ${doubt}`);
  } else if (external) {
    proposal.addExternal(container, host.split('.')[0].toLowerCase(), external, { evidence });
  } else {
    proposal.remark(`'${container}' needs '${to.name}' (${evidence}), and nothing contains its port`);
  }
}

/** Control characters would end the comment, or change the terminal. */
function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
}
