import { execFileSync, spawnSync } from 'child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { join } from 'path';
import { childrenOf, describeAgent, Ended, folder, READY, run, Running, sleep, start, testBeside as test } from './run-agent';
import { Answer, dribble, http, statuses, tcp } from './servers';
import { HttpCheck, ResourceCheck, SimpleCheck } from '../../src/api/private/check';
import { buildAgentArguments } from '../../src/pod/checks';

// kubectl is a script that prints the output of the real program (1.35.4). The real program runs in the conformance suite.

/** Skips the tests of curl without curl. */
const describeWithCurl = process.env.CI || spawnSync('curl', ['--version']).status === 0 ? describeAgent : describe.skip;

const argumentsOf = (check: SimpleCheck) => buildAgentArguments(check, { retries: false }) as string[];

/** A folder for PATH with one program, which works in the folder `state`. */
class Program {
  public readonly folder = folder();

  constructor(name: string, script: string) {
    writeFileSync(join(this.folder, name), `#!/bin/sh\ncd "${this.folder}/state"\necho "$*" >>asked\n${script}\n`, { mode: 0o755 });
    mkdirSync(join(this.folder, 'state'));
  }

  public set(file: string, content = ''): this {
    writeFileSync(join(this.folder, 'state', file), content);
    return this;
  }

  public get asked(): string[] { return readFileSync(join(this.folder, 'state/asked'), 'utf8').trim().split('\n'); }

  public start(words: readonly string[], ...limits: string[]): Running {
    return start(['--for=it', ...words, ...limits], { env: { PATH: `${this.folder}:${process.env.PATH}` } });
  }

  public run(words: readonly string[], ...limits: string[]): Promise<Ended> { return this.start(words, ...limits).ended; }
}

/** A command check of this script. */
const sh = (script: string) => ['--command=3', 'sh', '-c', script];

/** The object is in the file `there`, its conditions are files, and so are other answers. */
const KUBECTL = `
if [ -e refused ]; then cat refused >&2; exit 1; fi
if [ "$1" = get ]; then cat pods; exit; fi
[ -e there ] || { echo 'Error from server (NotFound): jobs.batch "migrate" not found' >&2; exit 1; }
for word; do case $word in --for=*) wanted=\${word##*=} ;; --timeout=*) timeout=\${word#*=} ;; esac; done
tries=0
until [ -e "$wanted" ]; do
  [ "$timeout" != 0s ] && [ "$tries" -lt 10 ] || { echo 'error: timed out waiting for the condition on jobs/migrate' >&2; exit 1; }
  tries=$((tries + 1)); sleep 0.1
done
echo 'job.batch/migrate condition met'`;

const job: ResourceCheck = {
  kind: 'resource', resource: 'jobs.batch/migrate', namespace: 'shop', condition: 'Complete', failedCondition: 'Failed', mayBeAbsent: false,
};
const JOB = argumentsOf(job);
const FORBIDDEN = 'Error from server (Forbidden): jobs.batch "migrate" is forbidden: User "x" cannot get resource "jobs"';

describeAgent('a wait for a program', () => {
  test('a command check with --text passes only with exit code 0', async () => {
    expect(await run(['--for=it', ...sh('echo "a [b] *c" >&2'), '--text=[b] *'])).toMatchObject(READY);
    // A program may close its output.
    expect(await run(['--for=it', ...sh('echo out; echo err >&2; exec >&- 2>&-; sleep 0.2'), '--text=err'])).toMatchObject(READY);
    expect((await run(['--for=it', ...sh('echo ready; exit 1'), '--text=ready', '--timeout=1s'])).code).toBe(124);
    expect((await run(['--for=it', ...sh('echo Ready'), '--text=ready', '--timeout=1s'])).stderr).toContain('(command sh: Ready)');
  });

  test('a command check with --status reads the last line, and --text the lines before', async () => {
    const page = sh("printf 'all 200\\n404\\n\\n204'");
    expect(await run(['--for=it', ...page, '--status=200,201-299', '--text=all'])).toMatchObject(READY);
    expect((await run(['--for=it', ...page, '--status=200,404', '--timeout=1s'])).stderr).toContain('(command sh: HTTP status 204)');
    expect((await run(['--for=it', ...page, '--status=204', '--text=204', '--timeout=1s'])).stderr)
      .toContain('(command sh: HTTP status 204, without the text)');
  });

  test('a command check finds a text in a megabyte of output, and accepts endless output', async () => {
    const megabyte = 'head -c 1000000 /dev/zero | tr "\\0" x';
    expect(await run(['--for=it', ...sh(`echo first; ${megabyte}; echo last`), '--text=first'])).toMatchObject(READY);
    expect(await run(['--for=it', ...sh(`${megabyte}; ${megabyte}; echo last`), '--text=last'])).toMatchObject(READY);
    expect((await run(['--for=it', ...sh('yes'), '--try-timeout=300ms', '--timeout=300ms'])).stderr).toContain("'sh' took too long");
  });

  test.each([
    ['the first line', 'echo; echo " no response "; echo more', 'no response '],
    ['a line about an error', 'echo Checking; echo "09:12 ERR failed error=refused"; echo Error: timed out', 'ERR failed error=refused'],
    ['no word that has these letters in it', 'echo starting; echo TerrorError', 'starting'],
    ['a line without control characters', 'printf "\\033[31mred\\tline"', '[31mred line'],
    ['the exit code of a silent program', ':', "'sh' ended with exit code 3"],
  ])('a failed command check is explained by %s', async (_, script, said) => {
    const { stderr } = await run(['--for=it', ...sh(`${script}; exit 3`), '--timeout=1s']);
    expect(stderr).toContain(`(command sh: ${said})`);
  });

  test('the agent prints each new reason once, the first after one second, later ones less often', async () => {
    const said = async (script: string) =>
      (await run(['--for=it', ...sh(script), '--timeout=3s'])).stderr.split('\n').filter(line => line.includes('is not ready after'));
    const [always, once] = await Promise.all([said('date +%N; exit 1'), said('echo starting; exit 1')]);
    expect(always).toHaveLength(2);
    expect(once).toEqual(["startup-order: 'it' is not ready after 1 s (command sh: starting), waiting up to 3 s"]);
  });

  test('the pause between tries is four times the time of the program', async () => {
    const program = new Program('slow', 'sleep 0.2; exit 1');
    await program.run(['--command=2', 'slow', 'x'], '--timeout=3s');
    expect(program.asked.length).toBeGreaterThanOrEqual(2);
    expect(program.asked.length).toBeLessThanOrEqual(4);
  });

  test.each([
    ['--text of a TCP check', ['--tcp=127.0.0.1:1', '--text=a']], ['--passes-with of a file', ['--file=/a', '--passes-with=a']],
    ['--fails-if of a blocking command', ['--blocking-command=1', 'true', '--fails-if=1', 'true']],
    ['--fails-if with too few words', [...sh(':'), '--fails-if=2', 'true']],
  ])('only a command check accepts %s', async (_, words) => { expect((await run(['--for=it', ...words])).code).toBe(2); });

  const kubectl = () => new Program('kubectl', KUBECTL);

  test('an object with the wanted state needs one request', async () => {
    const cluster = kubectl().set('there').set('Complete');
    expect(await cluster.run(JOB)).toMatchObject(READY);
    expect(cluster.asked).toEqual(['wait jobs.batch/migrate --namespace=shop --for=condition=Complete --timeout=10s']);
  });

  test('the agent waits for an object that does not exist yet, and notices a change at once', async () => {
    const cluster = kubectl();
    const waiting = cluster.start(JOB);
    await sleep(1.8);
    cluster.set('there');
    await sleep(1.2);
    expect(waiting.hasEnded()).toBe(false);
    const begun = Date.now();
    cluster.set('Complete');
    expect(await waiting.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is not ready after 1 s (command kubectl: Error from server (NotFound): jobs.batch "migrate" not found), waiting'),
    });
    expect(Date.now() - begun).toBeLessThan(1500);
  });

  test('an optional object passes when it does not exist', async () => {
    expect(await kubectl().run(argumentsOf({ ...job, mayBeAbsent: true }))).toMatchObject(READY);
    const there = kubectl().set('there');
    expect((await there.run(argumentsOf({ ...job, mayBeAbsent: true }), '--timeout=500ms')).code).toBe(124);
  });

  test('a failed object ends the agent with 1, and the message contains the condition', async () => {
    expect(await kubectl().set('there').set('Failed').run(JOB)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: "startup-order: 'it' will not be ready "
        + '(passed: kubectl wait jobs.batch/migrate --namespace=shop --for=condition=Failed --timeout=0s), ending with exit code 1\n',
    });
  });

  /** The time of a try is so short here that the end is soon. */
  const soon = (words: readonly string[]) => words.map(word => word.replace(/^--try-timeout=.*/, '--try-timeout=1s'));

  test.each([
    ['get', FORBIDDEN, FORBIDDEN],
    // As kubectl prints it while it goes on waiting: with the time before it and more lines after it.
    ['watch', 'E1122 09:04:29.1       7 reflector.go:204] "Failed to watch" err="jobs.batch \\"migrate\\" is forbidden" reflector="x.go:289"\nerror: timed out',
      'err="jobs.batch \\"migrate\\" is forbidden" reflector="x.go:289"'],
  ])('an object that the service account may not %s ends the agent with 1 after some time, with the reason', async (_, printed, reason) => {
    const { code, stderr, seconds } = await kubectl().set('refused', `${printed}\n`).run(soon(JOB));
    const end = stderr.trim().split('\n').pop();
    expect({ code, end }).toEqual({ code: 1, end: `startup-order: 'it' will not be ready (${reason}), ending with exit code 1` });
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(4);
  });

  test('an object passes when the service account gets its permissions a little later', async () => {
    const cluster = kubectl().set('there').set('Complete').set('refused', FORBIDDEN);
    const waiting = cluster.start(soon(JOB));
    await sleep(1);
    rmSync(join(cluster.folder, 'state/refused'));
    expect((await waiting.ended).code).toBe(0);
  });

  test('a timeout ends the wait for an object and kills kubectl', async () => {
    const waiting = kubectl().set('there').start(JOB, '--timeout=500ms');
    await sleep(0.3);
    const [child] = childrenOf(waiting.process.pid);
    expect([(await waiting.ended).code, existsSync(`/proc/${child}`)]).toEqual([124, false]);
  });

  test('a signal ends the wait for an object at once', async () => {
    const waiting = kubectl().set('there').start(JOB);
    await sleep(0.3);
    const begun = Date.now();
    waiting.process.kill('SIGTERM');
    expect((await waiting.ended).code).toBe(143);
    expect(Date.now() - begun).toBeLessThan(500);
  });

  const pods = argumentsOf({ kind: 'pods', of: 'pods', labels: { app: 'db' }, count: 2 });

  test('pods pass when the template prints `enough`; otherwise the message contains their number', async () => {
    expect(await kubectl().set('pods', 'enough').run(pods)).toMatchObject(READY);
    const said = '1 of 2 pods are Ready, and 2 have to be';
    expect(await kubectl().set('pods', said).run(pods, '--timeout=300ms')).toMatchObject({ code: 124, stderr: expect.stringContaining(`(command kubectl: ${said})`) });
  });
});

describeWithCurl('curl', () => {
  const to = (port: number, more: Partial<HttpCheck> = {}) =>
    argumentsOf({ kind: 'httpGet', scheme: 'http', host: '127.0.0.1', port, path: '/', ...more });
  const request = (words: readonly string[], limit = 5) => run(['--for=it', ...words, `--timeout=${limit}s`]);

  test('a curl check passes with a status and a text, and not before', async () => {
    const { port, asked } = await http((_, response, count) => {
      response.statusCode = count === 1 ? 503 : 200;
      response.end(count < 3 ? 'starting' : 'all [ok] *\n');
    });
    expect((await request(to(port, { contains: '[ok] *' }))).code).toBe(0);
    expect(asked).toHaveLength(3);
  });

  test('a curl check sends its method and headers', async () => {
    const seen: unknown[] = [];
    const { port } = await http(({ method, headers }, response) => { seen.push(method, headers['x-team']); response.end(); });
    await request(to(port, { method: 'POST', headers: [{ name: 'X-Team', value: 'shop' }] }));
    expect(seen).toEqual(['POST', 'shop']);
  });

  test('a curl check follows redirects only without statuses', async () => {
    const { port } = await http((request_, response) => request_.url === '/' ? response.writeHead(302, { location: '/a' }).end() : response.end());
    expect((await request(to(port, { method: 'GET' }))).code).toBe(0);
    expect((await request(to(port, { method: 'GET', statuses: [200, 201] }), 1)).stderr).toContain('(command curl: HTTP status 302)');
    const { port: other } = await statuses(404);
    expect((await request(to(other, { method: 'GET', statuses: [204, 404] }))).code).toBe(0);
  });

  test('a curl check explains a refused connection, a missing response and an endless response', async () => {
    const hanging = await tcp();
    const dribbling = await dribble('x', 'HTTP/1.1 200 OK\r\n\r\n');
    const [refused, hung, endless, wrong] = await Promise.all([
      request(to(1, { host: '127.0.0.2', method: 'GET' }), 1),
      request(to(hanging.port, { method: 'GET', trySeconds: 1 }), 2.5),
      request(to(dribbling.port, { contains: 'y', trySeconds: 1 }), 2.5),
      request(to((await statuses(200)).port, { contains: 'y' }), 1),
    ]);
    expect([refused, hung, endless, wrong].map(e => e.code)).toEqual([124, 124, 124, 124]);
    expect(refused.stderr).toContain('(command curl: curl: (7)');
    expect(hung.stderr).toContain('(command curl: curl: (28)');
    expect(endless.stderr).toMatch(/command curl: .*x/);
    expect(wrong.stderr).toContain('HTTP status 200, without the text');
  });

  test('a curl check without a text passes with a body of two megabytes, and with HEAD without a body', async () => {
    const { port } = await http((_, response) => response.end('x'.repeat(2_000_000)));
    expect(await request(to(port, { method: 'GET' }))).toMatchObject(READY);
    const { port: other } = await http((_, response) => response.writeHead(200, { 'content-length': '9' }).end());
    expect(await request(to(other, { method: 'HEAD' }), 2)).toMatchObject(READY);
  });

  const certificates = folder();
  const path = (file: string) => join(certificates, file);

  /** Makes a certificate for `names`, signed by the certificate of `signer`, or by itself. */
  function certify(name: string, names: string, signer?: string): void {
    const signed = signer === undefined ? [] : ['-CA', `${signer}.crt`, '-CAkey', `${signer}.key`];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', `${name}.key`];
    const words = ['req', '-x509', ...key, '-days', '9', '-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`, ...signed, '-out', `${name}.crt`];
    execFileSync('openssl', words, { cwd: certificates, stdio: 'pipe' });
  }

  beforeAll(() => {
    certify('authority', 'DNS:authority');
    certify('server', 'IP:127.0.0.1', 'authority');
    certify('other', 'DNS:other.example', 'authority');
    certify('alone', 'IP:127.0.0.1');
  });

  const serve = (name: string, answer: Answer, port?: number) =>
    http(answer, { key: readFileSync(path(`${name}.key`)), cert: readFileSync(path(`${name}.crt`)) }, port);
  const certificate = { isVerified: true, authorities: path('authority.crt') };
  const wait = (port: number, more: Partial<HttpCheck> = {}, limit = 5) => {
    const check: HttpCheck = { kind: 'httpGet', scheme: 'https', host: '127.0.0.1', port, path: '/ready', certificate, ...more };
    return run(['--for=it', `--timeout=${limit}s`, ...argumentsOf(check)]);
  };

  test('an https request passes for a certificate of the authority, once the status is good', async () => {
    const { port, asked } = await serve('server', (_, response, count) => response.writeHead(count < 3 ? 503 : 200).end());
    expect([(await wait(port)).code, asked]).toEqual([0, ['/ready', '/ready', '/ready']]);
  });

  test('an https request passes once the server listens', async () => {
    const { port, close } = await tcp();
    close();
    const waiting = wait(port);
    await sleep(0.3);
    const { asked } = await serve('server', (_, response) => response.end(), port);
    expect([(await waiting).code, asked]).toEqual([0, ['/ready']]);
  });

  test.each([
    ['signed by itself', 'alone', {}, 'curl: (60)'],
    ['of another host', 'other', {}, 'curl: (60)'],
    ['of an authority that the image does not trust', 'server', { certificate: { isVerified: true } }, 'curl: (60)'],
    ['of an authority in a missing file', 'server', { certificate: { isVerified: true, authorities: '/missing' } }, 'error setting certificate file: /missing'],
  ])('an https request sends nothing to a server with a certificate %s', async (_, name, more, reason) => {
    const { port, asked } = await serve(name, (__, response) => response.end());
    expect(await wait(port, more, 1)).toMatchObject({ code: 124, stderr: expect.stringContaining(`(command curl: ${reason}`) });
    expect(asked).toEqual([]);
  });

  test('an https request accepts any certificate if the user asks for that', async () => {
    const { port } = await serve('alone', (_, response) => response.end());
    expect(await wait(port, { certificate: { isVerified: false } })).toMatchObject(READY);
  });

  test('an https request does not pass with a bad status, or without TLS', async () => {
    const { port } = await serve('server', (_, response) => response.writeHead(404).end());
    expect((await wait(port, {}, 1)).stderr).toContain('(command curl: HTTP status 404)');
    expect((await wait(port, { statuses: [404] })).code).toBe(0);
    const plain = await statuses(200);
    expect((await wait(plain.port, {}, 1)).stderr).toContain('wrong version number');
  });

  test('an https request follows a redirect, and verifies the next server', async () => {
    const next = await serve('server', (_, response) => response.end());
    const stranger = await serve('alone', (_, response) => response.end());
    const redirectTo = (port: number) =>
      serve('server', (_, response) => response.writeHead(302, { location: `https://127.0.0.1:${port}/next` }).end());
    expect([(await wait((await redirectTo(next.port)).port)).code, next.asked]).toEqual([0, ['/next']]);
    expect((await wait((await redirectTo(stranger.port)).port, {}, 1)).stderr).toContain('(command curl: curl: (60)');
    expect(stranger.asked).toEqual([]);
  });
});
