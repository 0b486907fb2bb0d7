import { Agent, request } from 'http';
import { createInterface } from 'readline';
import { Merge } from './faults';
import { Manifest } from './manifests';
import { LateError } from './poll';

/** An event of a watch. */
export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'ERROR';
  readonly object: any;
}

/** A client of an API server through `kubectl proxy`, which handles TLS and credentials of any kubeconfig. */
export class ApiClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly socketPath: string) {}

  public async get<T = any>(path: string): Promise<T> {
    return JSON.parse(await this.send('GET', path)) as T;
  }

  /** Returns `undefined` if the object does not exist. */
  public async find<T = any>(path: string): Promise<T | undefined> {
    try {
      return await this.get<T>(path);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) { return undefined; }
      throw error;
    }
  }

  public async text(path: string): Promise<string> {
    return this.send('GET', path);
  }

  /** Creates an object. A field that this version does not know is an error. */
  public async create(namespace: string, manifest: Manifest): Promise<void> {
    const group = manifest.apiVersion.includes('/') ? `/apis/${manifest.apiVersion}` : `/api/${manifest.apiVersion}`;
    await this.send('POST', `${group}/namespaces/${namespace}/${plural(manifest.kind)}?fieldValidation=Strict`, manifest);
  }

  public async createNamespace(name: string): Promise<void> {
    await this.send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  /** Changes these fields by a patch of this kind. */
  public async patch(path: string, fields: object, merge: Merge): Promise<void> {
    await this.send('PATCH', path, fields, `application/${merge}-patch+json`);
  }

  public async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /**
   * Reports each object of a list, and then each change, until the caller closes the watch. Calls `ended` if the watch ends earlier: an API server ends a
   * watch that reads too slowly, as on a busy machine.
   */
  public watch(path: string, changed: (change: Change) => void, ended: (error: Error) => void): () => void {
    const sent = request({ socketPath: this.socketPath, path: `${path}?watch=true`, headers: { host: 'localhost', accept: 'application/json' } }, response => {
      const lines = createInterface({ input: response });
      if (response.statusCode === 200) { lines.on('line', line => { changed(JSON.parse(line) as Change); }); }
      // Node.js emits `close` after every error.
      lines.on('error', () => {});
      const kind = response.statusCode === 200 ? LateError : Error;
      response.on('close', () => { ended(new kind(`the watch of ${path} has ended (${response.statusCode})`)); });
    });
    sent.on('error', ended);
    sent.end();
    return () => {
      ended = () => {};
      sent.destroy();
    };
  }

  public close(): void {
    this.agent.destroy();
  }

  private async send(method: string, path: string, body?: unknown, type = 'application/json'): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request({
        socketPath: this.socketPath,
        agent: this.agent,
        method,
        path,
        timeout: 30_000,
        headers: { 'host': 'localhost', 'accept': '*/*', 'content-type': type },
      }, response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode! < 300) { resolve(text); } else { reject(new ApiError(response.statusCode!, method, path, text)); }
        });
      });
      sent.on('timeout', () => sent.destroy(new LateError(`${method} ${path}: no answer in 30 s`)));
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

export class ApiError extends Error {
  constructor(public readonly status: number, method: string, path: string, text: string) {
    super(`${method} ${path}: ${status} ${messageOf(text)}`);
  }
}

function messageOf(text: string): string {
  try {
    return JSON.parse(text).message;
  } catch {
    return text;
  }
}

function plural(kind: string): string {
  return `${kind.toLowerCase()}s`.replace(/ys$/, 'ies').replace(/ss$/, 'ses');
}
