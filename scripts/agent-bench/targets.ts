import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'fs';
import * as http from 'http';
import * as net from 'net';
import { tmpdir } from 'os';
import { join } from 'path';

/** The check of a waiter. */
export type Check =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'statuses'; readonly url: string };

export type Kind = Check['kind'];

/** A target that is not ready. `become` makes it ready, and returns the time. */
export interface Target {
  readonly check: Check;
  become(): Promise<number>;
  close(): void;
}

export const now = () => Number(process.hrtime.bigint()) / 1e6;

let nextPort = 21_000 + (process.pid % 5000);

const FOLDER = mkdtempSync(join(tmpdir(), 'bench-agent-'));
export const removeTargets = () => rmSync(FOLDER, { recursive: true });

export function newTarget(kind: Kind): Promise<Target> {
  switch (kind) {
    case 'file':
    case 'command':
      return Promise.resolve(comingFile(kind));
    case 'tcp':
      return refusedPort();
    case 'http':
    case 'statuses':
      return unwellServer(kind);
  }
}

/** A file, checked by the waiter itself or by a command. */
function comingFile(kind: 'file' | 'command'): Target {
  const path = join(FOLDER, `${process.hrtime.bigint()}`);
  writeFileSync(`${path}.not-yet`, '');
  const become = async () => {
    renameSync(`${path}.not-yet`, path);
    return now();
  };
  return { check: { kind, path }, become, close: () => undefined };
}

/**
 * A port that refuses connections, and later accepts them. The port is below the range for outgoing connections of
 * Linux (net.ipv4.ip_local_port_range, from 32768): another process could get such a port, and a connection
 * could even get the same port and reach itself.
 */
async function refusedPort(): Promise<Target> {
  const server = net.createServer(socket => socket.on('error', () => undefined).resume());
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const port = nextPort++;
  await listen(port);
  await new Promise(resolve => server.close(resolve));
  return {
    check: { kind: 'tcp', host: '127.0.0.1', port },
    become: () => listen(port).then(now),
    close: () => server.close(),
  };
}

/** A server that returns 503, and later 200. */
async function unwellServer(kind: 'http' | 'statuses'): Promise<Target> {
  let status = 503;
  const server = http.createServer((_, response) => {
    response.statusCode = status;
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const become = async () => {
    status = 200;
    return now();
  };
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
  return { check: { kind, url }, become, close: () => server.close() };
}
