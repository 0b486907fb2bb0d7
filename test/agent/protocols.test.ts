import * as net from 'net';
import { describeAgent, Ended, run, testBeside as test } from './run-agent';
import { tcp, writeSlowly } from './servers';
import { Protocol } from '../../src/api/protocol';
import { buildAgentArguments } from '../../src/pod/checks';

jest.setTimeout(120_000);

const { POSTGRESQL, MYSQL, REDIS, AMQP, KAFKA, MONGODB, MEMCACHED, NATS, CASSANDRA, ZOOKEEPER, SMTP, LDAP, TLS } = Protocol;

/** The first bytes of answers of real servers that are up, and of servers that refuse the agent. */
const READY: Readonly<Record<Protocol, readonly string[]>> = {
  [POSTGRESQL]: ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'E\0\0\0\xabSFATAL\0VFATAL\0C28000\0Mpg_hba.conf rejects connection for host'],
  [MYSQL]: ['J\0\0\0\x0a8.0.31\0\x09\0\0\0#x\x0bb06K', 'h\0\0\0\x0a11.8.9-MariaDB-0+deb13u1 from Debian\0', '\x3b\0\0\0\xff\x6a\x04Host is not allowed to connect'],
  [REDIS]: ['+PONG\r\n', '-NOAUTH Authentication required.\r\n', "-NOPERM this user has no permissions to run the 'ping' command\r\n"],
  [AMQP]: ['\x01\0\0\0\0\x02\0\0\x0a\0\x0a\0\x09\0\0\x01\xd1\x0ccapabilities'],
  [KAFKA]: ['\0\0\x01\xc0\0\0\0\x01\0\0\0\0\0I\0\0\0\0\0\x0d'],
  [MONGODB]: ['\xfb\0\0\0\x01\0\0\0\x01\0\0\0\xdd\x07\0\0\0\0\0\0\0\xe6\0\0\0\x08isWritablePrimary\0\x01'],
  [MEMCACHED]: ['VERSION 1.6.38\r\n', 'CLIENT_ERROR unauthenticated\r\n'],
  [NATS]: ['INFO {"server_id":"NDUAPS6I'],
  [CASSANDRA]: ['\x84\0\0\0\x06\0\0\0f\0\x03\0\x11PROTOCOL_VERSIONS'],
  [ZOOKEEPER]: ['Zookeeper version: 3.9.4-7246445ec281f3dbf53dc54e970c914f39713903'],
  [SMTP]: ['220 localhost ESMTP Exim 4.98.2\r\n'],
  [LDAP]: ['0\x0c\x02\x01\x01a\x07\x0a\x01\0\x04\0\x04\0', '0%\x02\x01\x01a \x0a\x010\x04\0\x04\x19anonymous bind disallowed'],
  [TLS]: ['\x16\x03\x03\x008\x02\0\x004\x03\x03', '\x15\x03\x03\0\x02\x02('],
};

/** The first bytes of answers of servers that are not ready yet, with the reason that the wait reports. */
const NOT_YET: readonly (readonly [protocol: Protocol, reason: string, answer: string])[] = [
  [POSTGRESQL, 'the database system is starting up', 'E\0\0\0\x62SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0Fpostmaster.c\0\0'],
  [MYSQL, 'Too many connections', '\x17\0\0\0\xff\x10\x04Too many connections'],
  [REDIS, 'Redis is loading the dataset in memory', '-LOADING Redis is loading the dataset in memory\r\n'],
  [REDIS, "Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "-MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.\r\n"],
  [ZOOKEEPER, 'is not currently serving requests', 'This ZooKeeper instance is not currently serving requests\n'],
  [SMTP, 'Too many concurrent SMTP connections; please try again later.', '421 Too many concurrent SMTP connections; please try again later.\r\n'],
  // From the specification, in both lengths.
  [LDAP, 'the server is not ready yet', '0\x0c\x02\x01\x01a\x07\x0a\x01\x33\x04\0\x04\0'],
  [LDAP, 'the server is not ready yet', '0\x84\0\0\0\x10\x02\x01\x01a\x84\0\0\0\x07\x0a\x01\x34\x04\0\x04\0'],
];

const OTHER_SERVERS = {
  'an HTTP server': 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
  'an SSH server': 'SSH-2.0-OpenSSH_10.0p2 Debian-7\r\n',
  '4 KiB of zeros': '\0'.repeat(4096),
  '4 KiB of garbage': [...Array(4096).keys()].map(i => String.fromCharCode((i * i * 31 + 241) % 256)).join(''),
};

/** Asks a server that greets each connection like this. */
async function ask(protocol: Protocol, greet: (socket: net.Socket) => void, ...limits: readonly string[]): Promise<Ended> {
  const { port } = await tcp(greet);
  const words = buildAgentArguments({ kind: 'server', protocol, port, host: '127.0.0.1' }, { retries: false }) as string[];
  return run(['--for=it', ...words, ...limits]);
}

/** Expects that such a server is not ready, with a reason that begins like this. A busy machine gets more time. */
async function expectReason(protocol: Protocol, greet: (socket: net.Socket) => void, expected: string): Promise<void> {
  let reason = '';
  for (const seconds of [1, 4, 16]) {
    const { code, stderr } = await ask(protocol, greet, `--try-timeout=${900 * seconds}ms`, `--timeout=${seconds}s`);
    expect(code).toBe(124);
    reason = /^startup-order: 'it' was not ready within \S+ \S+ \(.* at 127\.0\.0\.1:\d+: (.*)\), ending with exit code 124\n$/.exec(stderr)?.[1] ?? stderr;
    if (reason.startsWith(expected)) { return; }
  }
  expect(reason).toBe(expected);
}

describeAgent('the question of each protocol', () => {
  test.each(Object.values(Protocol))('%s: the server is ready by its answer, whole and byte by byte', async protocol => {
    for (const answer of READY[protocol]) {
      for (const greet of [(socket: net.Socket) => socket.write(answer, 'latin1'), (socket: net.Socket) => writeSlowly(socket, answer)]) {
        const { code, stderr } = await ask(protocol, greet, '--timeout=9s', '--try-timeout=8s');
        expect({ answer, code, stderr }).toEqual({ answer, code: 0, stderr: '' });
      }
    }
  });

  test.each(NOT_YET)('%s: the wait reports that %s, whole and byte by byte', async (protocol, reason, answer) => {
    await expectReason(protocol, socket => socket.write(answer, 'latin1'), reason);
    await expectReason(protocol, socket => writeSlowly(socket, answer), reason);
  });

  test.each(NOT_YET)('%s: the begin of the answer that %s is not ready', async (protocol, _reason, answer) => {
    let connections = 0;
    const most = Math.min(answer.length, 40);
    const { code } = await ask(protocol, socket => { socket.end(answer.slice(0, connections++ % most), 'latin1'); }, '--timeout=6s');
    expect(code).toBe(124);
    expect(connections).toBeGreaterThan(most);
  });

  test.each(Object.values(Protocol))('%s: a silent or closed connection, or one byte, is not ready', async protocol => {
    await expectReason(protocol, () => undefined, 'connected, but the server said nothing within ');
    await expectReason(protocol, socket => socket.end(), 'connected, but the server has closed the connection without an answer');
    await expectReason(protocol, socket => socket.write(READY[protocol][0][0], 'latin1'), "unexpected answer '");
  });

  test.each(Object.values(Protocol))('%s: another server is not ready', async protocol => {
    for (const answer of Object.values(OTHER_SERVERS)) {
      await expectReason(protocol, socket => socket.end(answer, 'latin1'), `unexpected answer '${answer.slice(0, 20).replace(/[^ -~]/g, '.')}`);
    }
  });
});
