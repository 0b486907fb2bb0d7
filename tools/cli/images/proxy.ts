import { request as requestHttp } from 'http';
import { request as requestHttps } from 'https';
import { BlockList, isIP } from 'net';
import { Duplex } from 'stream';
import { Environment } from './credentials';
import { describeNetworkError } from './network-error';

/**
 * Returns the proxy for a URL; `undefined`: none. As in Docker and Podman, upper case takes precedence, and a loopback host has no proxy.
 *
 * golang.org/x/net v0.40, http/httpproxy/proxy.go
 */
export function findProxy({ protocol, hostname, port }: URL, environment: Environment): URL | undefined {
  const read = (name: string) => environment[name] ?? environment[name.toLowerCase()] ?? '';
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const given = read(name);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (given === '' || isLoopback(host)) { return undefined; }
  const rules = read('NO_PROXY').toLowerCase().split(',').map(rule => rule.trim()).filter(rule => rule !== '');
  if (rules.some(rule => matches(rule, host, port || (protocol === 'https:' ? '443' : '80')))) { return undefined; }
  const text = /^https?:\/\//.test(given) ? given : `http://${given}`;
  if (!URL.canParse(text)) { throw new Error(`the variable ${name} is not a URL`); }
  return new URL(text);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** `*`, an address, a range of addresses, a domain with its subdomains, or only its subdomains with a leading dot; with an optional port. */
function matches(rule: string, host: string, port: string): boolean {
  const [, name, rulePort] = /^(.*?)(?::(\d+))?$/.exec(isIP(rule) === 6 ? `[${rule}]` : rule)!;
  const wanted = name.replace(/^\[|\]$/g, '').replace(/^\*\./, '.');
  if (rulePort !== undefined && rulePort !== port) { return false; }
  if (wanted === '*' || wanted === host) { return true; }
  const [network, bits] = wanted.split('/');
  if (bits !== undefined) { return isIP(network) !== 0 && isIP(host) === isIP(network) && contains(network, Number(bits), host); }
  return isIP(host) === 0 && host.endsWith(wanted.startsWith('.') ? wanted : `.${wanted}`);
}

function contains(network: string, bits: number, address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (!(bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32))) { return false; }
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(address, family);
}

/** Returns the header for the user of the proxy. */
export function authorizeProxy({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') { return {}; }
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(user).toString('base64')}` };
}

/** Opens a connection to `HOST:PORT` through the proxy. */
export function connectThrough(proxy: URL, target: string, timeout: number): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const headers = { Host: target, ...authorizeProxy(proxy) };
    const options = { method: 'CONNECT', path: target, headers, signal: AbortSignal.timeout(timeout) };
    const sent = (proxy.protocol === 'https:' ? requestHttps : requestHttp)({ ...options, host: proxy.hostname.replace(/^\[|\]$/g, ''), port: proxy.port });
    sent.on('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) { resolve(socket); return; }
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} answers with status ${statusCode}`));
    });
    sent.on('error', error => {
      const why = error.name === 'AbortError' ? `no answer within ${timeout / 1000} s` : describeNetworkError(error);
      reject(new Error(`the proxy ${proxy.host}: ${why}`));
    });
    sent.end();
  });
}
