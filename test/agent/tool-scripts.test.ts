import { spawnSync } from 'child_process';
import * as fs from 'fs';
import { createServer } from 'https';
import { AddressInfo } from 'net';
import { join } from 'path';
import { closeServers, dribble, http, REFUSED, statuses, tcp } from './servers';
import { between, BUSYBOX, HOME, Outcome, pause, program, REQUIRED, Run, SHELLS } from './shells';
import { CLIENT_SCRIPT, HTTP_SCRIPT, PODS_SCRIPT, RESOURCE_SCRIPT, WAIT4X_SCRIPT } from '../../src/agent/tool-scripts';

// kubectl is a stand-in here, which says what the real one was seen to say; the real one runs in the conformance suite.

const installed = SHELLS.find(s => s.name === 'installed');
const describeWithBusybox = BUSYBOX ? describe : describe.skip;
const describeWithCurl = REQUIRED || (BUSYBOX && program('curl') && program('openssl')) ? describe : describe.skip;

/** A folder with a kubectl in it, and what the cluster looks like in files. */
class Cluster {
  public readonly folder = fs.mkdtempSync(join(HOME, 'cluster-'));

  constructor(...state: string[]) {
    const kubectl = join(this.folder, 'kubectl');
    fs.writeFileSync(kubectl, KUBECTL);
    fs.chmodSync(kubectl, 0o755);
    state.forEach(s => this.set(s));
  }

  public set(file: string, content = ''): void {
    fs.writeFileSync(join(this.folder, file), content);
  }

  public get asked(): string[] {
    return fs.readFileSync(join(this.folder, 'asked'), 'utf8').trim().split('\n');
  }

  public wait(script: string, words: string[], limits: string[] = []): Run {
    const all = ['script', script, ...words];
    return new Run([...installed!.argv, ...limits, '--for=it', `--words=${all.length}`, ...all], { env: { PATH: `${this.folder}:${process.env.PATH}`, CLUSTER: this.folder } });
  }
}

const KUBECTL = `#!/bin/sh
echo "$*" >>"$CLUSTER/asked"
if [ -e "$CLUSTER/forbidden" ]; then cat "$CLUSTER/forbidden" >&2; exit 1; fi
if [ "$1" = get ]; then cat "$CLUSTER/pods"; exit; fi
[ -e "$CLUSTER/there" ] || { echo 'Error from server (NotFound): jobs.batch "migrate" not found' >&2; exit 1; }
for word; do case $word in --for=condition=*) condition=\${word##*=} ;; --timeout=*) timeout=\${word#*=} ;; esac; done
tries=0
until [ -e "$CLUSTER/$condition" ]; do
  [ "$timeout" != 0s ] && [ "$tries" -lt 10 ] || { echo "error: timed out waiting for the condition on jobs/migrate" >&2; exit 1; }
  tries=$((tries + 1)); sleep 0.1
done
`;

const FORBIDDEN = 'Error from server (Forbidden): jobs.batch "migrate" is forbidden: User "x" cannot get resource "jobs"';
const JOB = ['jobs.batch/migrate', 'shop', 'condition=Complete', 'condition=Failed'];
const DONE = { code: 0, stdout: '', stderr: '', left: [] };

afterAll(() => {
  closeServers();
  fs.rmSync(HOME, { recursive: true });
});

describeWithBusybox('an object of the Kubernetes API', () => {
  test('that is as wanted is asked for once', async () => {
    const cluster = new Cluster('there', 'Complete');
    expect(await cluster.wait(RESOURCE_SCRIPT, JOB).outcome).toMatchObject(DONE);
    expect(cluster.asked).toEqual(['wait jobs.batch/migrate --namespace=shop --for=condition=Complete --timeout=5s']);
  });

  test('is waited for before it is there, and said once to be missing', async () => {
    const cluster = new Cluster();
    const { outcome } = cluster.wait(RESOURCE_SCRIPT, ['jobs.batch/migrate', '', 'condition=Complete']);
    await pause(3000);
    cluster.set('there');
    await pause(500);
    cluster.set('Complete');
    expect(await outcome).toMatchObject({ code: 0, stderr: 'wait-agent: Error from server (NotFound): jobs.batch "migrate" not found\n', seconds: between(3.4, 8), left: [] });
    expect(cluster.asked[0]).toBe('wait jobs.batch/migrate --for=condition=Complete --timeout=5s');
  });

  test('that is not there is not asked for twice in a round', async () => {
    const cluster = new Cluster();
    await cluster.wait(RESOURCE_SCRIPT, JOB, ['--timeout=3', '--on-timeout=fail']).outcome;
    expect(cluster.asked.filter(words => words.includes('Failed'))).toEqual([]);
  });

  test('that may be absent is as if it were there', async () => {
    expect(await new Cluster().wait(RESOURCE_SCRIPT, [...JOB.slice(0, 3), '', 'absent']).outcome).toMatchObject({ ...DONE, seconds: between(0, 2) });
  });

  test('that will never be as wanted ends the wait, and says so', async () => {
    const cluster = new Cluster('there', 'Failed');
    expect(await cluster.wait(RESOURCE_SCRIPT, JOB).outcome)
      .toMatchObject({ code: 1, stderr: 'wait-agent: jobs.batch/migrate: condition=Failed, so condition=Complete will never be\n', left: [] });
  });

  test('that nobody may read ends it after half a minute of tries, with the reason', async () => {
    const cluster = new Cluster();
    cluster.set('forbidden', `${FORBIDDEN}\n`);
    const quick = join(cluster.folder, 'busybox-without-pauses');
    fs.writeFileSync(quick, `#!/bin/sh\n[ "$1" != sleep ] || exit 0\nexec "${BUSYBOX}" "$@"\n`);
    fs.chmodSync(quick, 0o755);
    const run = new Run([BUSYBOX!, 'sh', '-c', RESOURCE_SCRIPT, quick, ...JOB], { env: { PATH: `${cluster.folder}:${process.env.PATH}`, CLUSTER: cluster.folder } });
    expect(await run.outcome).toMatchObject({ code: 1, stderr: `wait-agent: ${FORBIDDEN}\nwait-agent: refused 20 times: ${FORBIDDEN}\n` });
    expect(cluster.asked).toHaveLength(20);
  });

  test('that cannot be watched is said to be so, without what only programmers of kubectl want to know', async () => {
    const cluster = new Cluster();
    cluster.set('forbidden', 'E1122 09:04:29.123456       7 reflector.go:204] "Failed to watch" err="jobs.batch \\"migrate\\" is forbidden" reflector="k8s.io/x.go:289" type="*y"\n'
      + 'error: timed out waiting for the condition on jobs/migrate\n');
    const { stderr } = await cluster.wait(RESOURCE_SCRIPT, JOB, ['--timeout=1', '--on-timeout=fail']).outcome;
    expect(stderr.split('\n')[0]).toBe('wait-agent: "Failed to watch" err="jobs.batch \\"migrate\\" is forbidden"');
  });

  test('is given up after the timeout, with the reason, without the script, and nothing stays behind', async () => {
    const { code, stderr, left } = await new Cluster('there').wait(RESOURCE_SCRIPT, JOB, ['--timeout=1', '--on-timeout=fail']).outcome;
    expect({ code, left }).toEqual({ code: 124, left: [] });
    expect(stderr).toBe('wait-agent: jobs.batch/migrate: not yet condition=Complete\n'
      + "wait-agent: 'it' was not ready after 1 s (jobs.batch/migrate shop condition=Complete condition=Failed; last exit code 124), fail\n");
  });

  test('lets a signal through at once', async () => {
    expect(await new Cluster('there').wait(RESOURCE_SCRIPT, JOB).kill('SIGTERM')).toMatchObject({ code: 143, obeyed: between(0, 1), left: [] });
  });
});

describeWithBusybox('pods', () => {
  const ready = (pods: string, count: string): Promise<Outcome> => {
    const cluster = new Cluster();
    cluster.set('pods', pods);
    return cluster.wait(PODS_SCRIPT, ['pods', '', 'app=db', count], ['--timeout=1', '--on-timeout=fail']).outcome;
  };

  test.each([
    ['all of one', 'is=True ', 'all'], ['all of three', 'is=True is=True is=True ', 'all'], ['two of three', 'is=True is= is=true ', '2'],
  ])('are ready: %s', async (_what, pods, count) => {
    expect(await ready(pods, count)).toMatchObject(DONE);
  });

  test.each([
    ['none there', '', 'all', '0 of 0 pods app=db are Ready'], ['one that has no condition yet', 'is=True is= ', 'all', '1 of 2 pods app=db are Ready'],
    ['too few', 'is=True is=False ', '2', '1 of 2 pods app=db are Ready, and 2 have to be'],
    ['fewer than are wanted', 'is=True ', '2', '1 of 1 pods app=db are Ready, and 2 have to be'],
  ])('are not: %s', async (_what, pods, count, said) => {
    const { code, stderr } = await ready(pods, count);
    expect([code, stderr.split('\n')[0]]).toEqual([124, `wait-agent: ${said}`]);
  });
});

describeWithCurl('a request by curl', () => {
  const request = (words: string[], limit = 5): Promise<Outcome> => {
    const all = ['script', HTTP_SCRIPT, ...words];
    return new Run([...installed!.argv, `--timeout=${limit}`, '--on-timeout=fail', '--for=it', `--words=${all.length}`, ...all]).outcome;
  };
  const url = (port: number | string, scheme = 'http') => ['--url', `${scheme}://127.0.0.1:${port}/`];

  test('is ready with a status and a text, and not before', async () => {
    const { port, asked } = await http((_, response, count) => {
      response.statusCode = count === 1 ? 503 : 200;
      response.end(count < 3 ? 'starting' : 'all [ok] *');
    });
    const { code, stderr } = await request(['', '[ok] *', ...url(port)]);
    expect({ code, stderr, asked: asked.length }).toEqual({ code: 0, stderr: 'wait-agent: status 503, without the text\nwait-agent: status 200, without the text\n', asked: 3 });
  });

  test('sends its method and its headers', async () => {
    const seen: unknown[] = [];
    const { port } = await http(({ method, headers }, response) => { seen.push(method, headers['x-team']); response.end(); });
    expect(await request(['', '', '--request', 'POST', '--header', 'X-Team: shop', ...url(port)])).toMatchObject(DONE);
    expect(seen).toEqual(['POST', 'shop']);
  });

  test('takes the first response where statuses are given', async () => {
    const { port } = await statuses(404, 204);
    expect(await request(['204,404', '', ...url(port)])).toMatchObject(DONE);
    expect((await request(['201', '', ...url(port)], 1)).stderr.split('\n')[0]).toBe('wait-agent: status 204');
  });

  test('says why it waits: nobody listens, nobody answers, nothing ends', async () => {
    const hanging = await tcp();
    const dribbling = await dribble('x', 'HTTP/1.1 200 OK\r\n\r\n');
    const [refused, hung, endless] = await Promise.all([
      request(['', '', '--url', `http://${REFUSED.join(':')}/`], 1),
      request(['', '', '--max-time', '1', ...url(hanging.port)], 3),
      request(['', 'y', '--max-time', '1', ...url(dribbling.port)], 3),
    ]);
    expect([refused.code, hung.code, endless.code]).toEqual([124, 124, 124]);
    expect(refused.stderr).toMatch(/^wait-agent: curl: \(7\)/);
    expect(hung.stderr).toMatch(/^wait-agent: curl: \(28\)/);
    expect(endless.stderr).toContain('curl: (28)');
  });

  test('waits until somebody listens', async () => {
    const { port, close } = await statuses(200);
    close();
    const waiting = request(['', '', ...url(port)], 8);
    await pause(1000);
    await tcp(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), port);
    expect(await waiting).toMatchObject({ code: 0, seconds: between(1, 4) });
  });

  test('of TLS takes a certificate of no known authority when told so, or when its authority is given', async () => {
    const [key, certificate] = ['key.pem', 'ca.crt'].map(f => join(HOME, f));
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '1', '-subj', '/CN=x', '-addext', 'subjectAltName=IP:127.0.0.1']);
    expect(made.status).toBe(0);
    const server = createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, (_, response) => response.end('ok'));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [unknown, insecure, known] = await Promise.all([
      request(['', '', ...url(port, 'https')], 1), request(['', '', '--insecure', ...url(port, 'https')]), request(['', 'ok', '--cacert', certificate, ...url(port, 'https')]),
    ]);
    server.close();
    expect([unknown.code, insecure.code, known.code]).toEqual([124, 0, 0]);
    expect(unknown.stderr).toMatch(/^wait-agent: curl: \(60\)/);
  });
});

describeWithBusybox('a client of a database', () => {
  /** A client that does what these lines say, and what of a run of it is to be seen. */
  const client = (script: string, text: string): Run => {
    const folder = fs.mkdtempSync(join(HOME, 'client-'));
    fs.writeFileSync(join(folder, 'client'), `#!/bin/sh\ncd "${folder}"\n${text}`, { mode: 0o755 });
    const all = ['script', script, join(folder, 'client'), 'a b'];
    return new Run([...installed!.argv, '--for=it', `--words=${all.length}`, ...all]);
  };

  test('that waits by itself is run once, and what it says again and again is said once', async () => {
    const refused = 'ERR Expectation failed error="connection refused" dsn=postgres://db:5432';
    const run = client(WAIT4X_SCRIPT, `for i in 1 2 3; do echo "09:1$i INF [PostgreSQL] Checking $1"; echo '09:1$i ${refused}'; done >&2\necho '09:17 INF Checking'`);
    expect(await run.outcome).toMatchObject({ ...DONE, stderr: 'wait-agent: "connection refused" dsn=postgres://db:5432\n', seconds: between(0, 2) });
  });

  test('that ends too soon is run again, and what it says is said once', async () => {
    const run = client(WAIT4X_SCRIPT, "echo >>tries; [ \"$(wc -l <tries)\" -lt 3 ] || exit 0\necho 'Error: no such table' >&2; exit 1");
    expect(await run.outcome).toMatchObject({ ...DONE, stderr: 'wait-agent: Error: no such table\n', seconds: between(1.9, 5) });
  });

  test('that looks once is called until it is content', async () => {
    const run = client(CLIENT_SCRIPT, "echo >>tries; [ \"$(wc -l <tries)\" -lt 3 ] || exit 0\necho 'LOADING Redis is loading' >&2; exit 1");
    expect(await run.outcome).toMatchObject({ ...DONE, stderr: 'wait-agent: LOADING Redis is loading\n', seconds: between(0.5, 3) });
  });

  test('lets a signal through at once', async () => {
    expect(await client(WAIT4X_SCRIPT, 'exec sleep 100').kill('SIGTERM')).toMatchObject({ code: 143, obeyed: between(0, 1), left: [] });
  });
});

describeWithBusybox('a name', () => {
  const lookUp = (host: string) => new Run([...installed!.argv, '--timeout=1', '--on-timeout=fail', '--for=it', '--words=2', 'dns', host]).outcome;

  test.each(['localhost', '127.0.0.1', '192.0.2.1'])('that has an address: %s', async host => {
    expect(await lookUp(host)).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['nobody.invalid', '-l', '$(id)'])('that has none: %s', async host => {
    expect(await lookUp(host)).toMatchObject({ code: 124 });
  });
});
