import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'fs';
import { join } from 'path';
import { ApiClient, ApiError } from './api-client';
import { Stamp, stampOfLogLine, stampOfText } from './timestamps';

/** Returns the lines that the containers of a namespace have written since the last call. */
export interface LogSource {
  readonly read: () => Promise<readonly Stamp[]>;
  readonly close: () => void;
}

interface OpenFile {
  readonly descriptor: number;
  readonly pod: string;
  readonly container: string;
  rest: string;
}

/**
 * The log files of a kubelet, POD/CONTAINER/RUN.log. They exist while a hook blocks, when the API server refuses logs. The runner can read an open
 * file to its end, even after the kubelet has removed the pod.
 */
export class LogFiles implements LogSource {
  /** Files by inode: the kubelet may remove a log and create another log with the same name. */
  private readonly files = new Map<number, OpenFile>();
  private readonly buffer = Buffer.alloc(64 * 1024);

  constructor(private readonly directory: string, private readonly namespace: string) {}

  public async read(): Promise<readonly Stamp[]> {
    for (const podDirectory of list(this.directory).filter(d => d.startsWith(`${this.namespace}_`))) {
      const pod = podDirectory.split('_')[1];
      for (const container of list(join(this.directory, podDirectory))) {
        for (const file of list(join(this.directory, podDirectory, container))) {
          this.open(join(this.directory, podDirectory, container, file), pod, container);
        }
      }
    }
    return [...this.files.values()].flatMap(file => this.readOn(file));
  }

  public close(): void {
    this.files.forEach(file => closeSync(file.descriptor));
    this.files.clear();
  }

  private open(path: string, pod: string, container: string): void {
    const inode = orGone(() => statSync(path).ino);
    if (inode === undefined || this.files.has(inode)) { return; }
    const descriptor = orGone(() => openSync(path, 'r'));
    if (descriptor !== undefined) { this.files.set(fstatSync(descriptor).ino, { descriptor, pod, container, rest: '' }); }
  }

  private readOn(file: OpenFile): Stamp[] {
    for (let size; (size = readSync(file.descriptor, this.buffer)) > 0;) { file.rest += this.buffer.toString('utf8', 0, size); }
    const lines = file.rest.split('\n');
    file.rest = lines.pop()!;
    return lines.map(line => stampOfLogLine(line, file.pod, file.container));
  }
}

/** Returns an empty list if the kubelet has removed the directory, and for a file: gVisor writes one into the directory of the pod. */
function list(directory: string): string[] {
  return orGone(() => readdirSync(directory)) ?? [];
}

function orGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) { return undefined; }
    throw error;
  }
}

/** Reads logs through the API server, including logs of the previous run. Other clusters offer nothing else. */
export class LogsOfApi implements LogSource {
  private readonly known = new Set<string>();

  constructor(private readonly api: ApiClient, private readonly namespace: string) {}

  public async read(): Promise<readonly Stamp[]> {
    const pods = (await this.api.get(`/api/v1/namespaces/${this.namespace}/pods`)).items as any[];
    const stamps = await Promise.all(pods.flatMap(pod => [...pod.spec.initContainers ?? [], ...pod.spec.containers]
      .flatMap(c => [true, false].map(async previous => this.logOf(pod.metadata.name, c.name, previous)))));
    return stamps.flat();
  }

  public close(): void {}

  private async logOf(pod: string, container: string, previous: boolean): Promise<Stamp[]> {
    const path = `/api/v1/namespaces/${this.namespace}/pods/${pod}/log?container=${container}&timestamps=true&previous=${previous}`;
    try {
      const lines = (await this.api.text(path)).split('\n').slice(0, -1);
      return lines.filter(line => this.isNew(`${pod}/${container} ${line}`)).map(line => {
        const [time, ...words] = line.split(' ');
        return stampOfText(words.join(' '), Date.parse(time) * 1000, pod, container);
      });
    } catch (error) {
      // The container waits, or has no previous run, or the pod no longer exists.
      if (error instanceof ApiError && [400, 404].includes(error.status)) { return []; }
      throw error;
    }
  }

  private isNew(key: string): boolean {
    return !this.known.has(key) && !!this.known.add(key);
  }
}
