import { createServer, IncomingMessage, ServerResponse } from 'http';
import { createServer as createTlsServer, ServerOptions } from 'https';
import * as net from 'net';

/** Servers on loopback, good and bad. They are closed after the tests. */

export interface Server {
  readonly port: number;
  /** Paths of the requests so far; one entry per connection when the server does not speak HTTP. */
  readonly asked: string[];
  close(): void;
}

/** A check of an address without a server: all tests bind 127.0.0.1. */
export const REFUSED = '--tcp=127.0.0.2:1';

const closers: (() => void)[] = [];

afterAll(() => closers.forEach(close => close()));

/** Answers a request; `count` is the number of the request, from 1. */
export type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** HTTP, with `tls` HTTPS. Without a port, any free port. */
export function http(answer: Answer, tls?: ServerOptions, port?: number): Promise<Server> {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    answer(request, response, asked.length);
  };
  return listen(asked, tls ? createTlsServer(tls, listener) : createServer(listener), port);
}

/** HTTP with these statuses, one per request; the last one stays. */
export const statuses = (...codes: number[]): Promise<Server> => http((_, response, count) => {
  response.statusCode = codes[Math.min(count, codes.length) - 1];
  response.end();
});

/** Plain TCP on a port or a path; `greet` handles a connection; without it the server only accepts. */
export function tcp(greet: (socket: net.Socket) => void = () => undefined, where: string | number = 0): Promise<Server> {
  const asked: string[] = [];
  return listen(asked, net.createServer(socket => { asked.push(''); greet(socket); }), where);
}

/** Writes the same piece over and over. */
export const dribble = (piece: string, start = ''): Promise<Server> => tcp(socket => {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 100);
  socket.on('close', () => clearInterval(timer));
});

/** Writes the bytes one by one. */
export function writeSlowly(socket: net.Socket, text: string): void {
  const bytes = [...Buffer.from(text, 'latin1')];
  const timer = setInterval(() => {
    if (bytes.length === 0) { clearInterval(timer); } else { socket.write(Buffer.from([bytes.shift()!])); }
  }, 2);
  socket.on('close', () => clearInterval(timer));
}

function listen(asked: string[], server: net.Server, where: string | number = 0): Promise<Server> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // the agent may close a connection at any time
    socket.on('close', () => sockets.delete(socket));
  });
  const close = () => { server.close(); sockets.forEach(socket => socket.destroy()); };
  closers.push(close);
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    const done = () => resolve({ port: typeof where === 'string' ? 0 : (server.address() as net.AddressInfo).port, asked, close });
    if (typeof where === 'string') server.listen(where, done);
    else server.listen(where, '127.0.0.1', done);
  });
}
