import { IncomingHttpHeaders, request as requestHttp, RequestOptions } from 'http';
import { request as requestHttps } from 'https';
import { isIP } from 'net';
import { connect as connectTls } from 'tls';
import { Environment } from './credentials';
import { authorizeProxy, connectThrough, findProxy } from './proxy';

export interface HttpRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** A form, which is sent with POST. */
  readonly form?: URLSearchParams;
  /** A Unix socket instead of the host of the URL. */
  readonly socketPath?: string;
  /** Accepts any certificate, and redirects to HTTP. */
  readonly isInsecure?: boolean;
  /** For one answer, in milliseconds. */
  readonly timeout: number;
  /** The variables that specify a proxy; `undefined`: no proxy. */
  readonly environment?: Environment;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Manifests and configurations of images take some kB; distribution 3.1 accepts manifests of at most 4 MiB (registry/handlers/manifests.go). */
export const MOST_BYTES = 4 * 1024 * 1024;

const MOST_REDIRECTS = 5;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
/** A longer `Retry-After` ends the attempts. */
const LONGEST_PAUSE_MS = 30_000;

/** The body of an answer is larger than a manifest or a configuration can be. */
export class TooLargeError extends Error {
  constructor() {
    super(`the answer has more than ${MOST_BYTES} bytes`);
  }
}

/** Sends the request. Repeats it after a network error, 429 and 5xx, with growing pauses or after `Retry-After`. */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === ATTEMPTS;
    let pause = FIRST_PAUSE_MS * 2 ** (attempt - 1);
    try {
      const answer = await followRedirects(request);
      if (isLast || !(answer.status === 429 || answer.status >= 500)) { return answer; }
      pause = readRetryAfter(answer.headers['retry-after']) ?? pause;
      if (pause > LONGEST_PAUSE_MS) { return answer; }
    } catch (error) {
      if (isLast || !isTransient(error)) { throw error; }
    }
    await new Promise(resolve => setTimeout(resolve, pause));
  }
}

function isTransient(error: unknown): boolean {
  return ['ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Returns milliseconds. The header contains seconds or a date. */
function readRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) { return undefined; }
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}

/** Follows redirects. Another host never receives the headers, because they can contain credentials. */
async function followRedirects(request: HttpRequest, redirects = 0): Promise<HttpAnswer> {
  const answer = await sendOnce(request);
  const { location } = answer.headers;
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) { return answer; }
  if (redirects === MOST_REDIRECTS) { throw new Error(`more than ${MOST_REDIRECTS} redirects`); }
  const url = new URL(location, request.url);
  if (!['http:', 'https:'].includes(url.protocol) || (request.url.protocol === 'https:' && url.protocol === 'http:' && !request.isInsecure)) {
    throw new Error(`a redirect to ${url.protocol}//${url.host}, which is not HTTPS`);
  }
  const headers = url.origin === request.url.origin ? request.headers : undefined;
  return followRedirects({ ...request, url, headers, form: undefined }, redirects + 1);
}

/** Returns the options for a request through a proxy: a tunnel for HTTPS, and the complete URL for HTTP. */
function useProxy(proxy: URL, { url, headers, isInsecure, timeout }: HttpRequest): RequestOptions {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:') {
    return {
      protocol: proxy.protocol,
      hostname: proxy.hostname,
      port: proxy.port,
      path: url.href,
      headers: { ...headers, Host: url.host, ...authorizeProxy(proxy) },
    };
  }
  return {
    createConnection: (_, done) => {
      connectThrough(proxy, `${url.hostname}:${url.port || 443}`, timeout).then(socket => {
        done(null, connectTls({ socket, servername: isIP(host) === 0 ? host : undefined, rejectUnauthorized: !isInsecure }));
      }, error => { done(error, undefined as never); });
      return undefined;
    },
  };
}

function sendOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { url, headers, form, socketPath, isInsecure, timeout, environment } = request;
  return new Promise((resolve, reject) => {
    const body = form?.toString();
    const proxy = environment === undefined ? undefined : findProxy(url, environment);
    const through = proxy === undefined ? {} : useProxy(proxy, request);
    const options: RequestOptions & { rejectUnauthorized: boolean } = {
      ...through,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...through.headers, ...body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) } },
      ...socketPath === undefined ? {} : { socketPath },
      rejectUnauthorized: !isInsecure,
    };
    const sent = ((through.protocol ?? url.protocol) === 'https:' ? requestHttps : requestHttp)(url, options, answer => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) { sent.destroy(new TooLargeError()); } else { chunks.push(chunk); }
      });
      answer.on('end', () => { finish(() => { resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }); }); });
      answer.on('error', error => { finish(() => { reject(error); }); });
    });
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error(`no complete answer within ${timeout / 1000} s`), { code: 'ETIMEDOUT' }));
    }, timeout);
    const finish = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    sent.on('error', error => { finish(() => { reject(error); }); });
    sent.end(body);
  });
}
