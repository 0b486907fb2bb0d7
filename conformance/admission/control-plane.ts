import { execFile, spawn, ChildProcess } from 'child_process';
import { generateKeyPairSync, randomBytes } from 'crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { createServer } from 'net';
import { tmpdir } from 'os';
import { join } from 'path';
import { ApiClient } from '../runner/api-client';
import { poll } from '../runner/poll';
import { run } from '../runner/processes';

/** The result of one kubectl command. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/**
 * etcd, kube-apiserver and kube-controller-manager of one version, without a node: pods stay pending. Enough for everything that happens before a
 * pod is scheduled. Runs as any user, beside other control planes.
 */
export class ControlPlane {
  /** Starts the programs. Builds them first if the cache does not contain them. */
  public static async start(version: string): Promise<ControlPlane> {
    const build = join(__dirname, '..', 'kubernetes', 'build.sh');
    const folder = (await run(build, [version, '--only', 'kubernetes'], { timeoutMs: 30 * 60_000, verbose: true })).trim();
    const plane = new ControlPlane(join(folder, 'kubernetes'));
    try {
      await plane.startPrograms();
    } catch (error) {
      const log = plane.readLog('kube-apiserver').trimEnd().split('\n').slice(-5).join('\n');
      plane.stop();
      throw new Error(`${(error as Error).message}\n${log}`);
    }
    return plane;
  }

  public readonly directory = mkdtempSync(join(tmpdir(), 'startup-order-admission-'));
  private isStopped = false;
  private readonly children = new Map<string, ChildProcess>();
  private readonly kubeconfig = join(this.directory, 'kubeconfig');

  private readonly socket = join(this.directory, 'api.sock');

  /** Faster than kubectl, for measurements. */
  public readonly api = new ApiClient(this.socket);

  private constructor(private readonly program: string) {}

  /** Runs kubectl with this text on standard input. */
  public async kubectl(args: readonly string[], input = ''): Promise<Answer> {
    return new Promise(resolve => {
      const child = execFile(this.program, ['kubectl', `--kubeconfig=${this.kubeconfig}`, ...args], { maxBuffer: 2 ** 26, timeout: 60_000 }, (error, out, errors) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, out, errors });
      });
      child.stdin!.end(input);
    });
  }

  /** Runs kubectl and throws its errors. */
  public async succeed(args: readonly string[], input = ''): Promise<string> {
    const { code, out, errors } = await this.kubectl(args, input);
    if (code !== 0) { throw new Error(`kubectl ${args.join(' ')}: ${errors}`); }
    return out;
  }

  /** Returns the resident memory of each program, in MiB. */
  public memory(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.children].map(([name, { pid }]) => {
      const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
      return [name, Math.round(Number(kilobytes) / 1024)];
    }));
  }

  public readLog(program: string): string {
    try {
      return readFileSync(join(this.directory, `${program}.log`), 'utf8');
    } catch {
      return '';
    }
  }

  /** Kills the programs: a kube-apiserver whose etcd has exited would not exit for minutes. */
  public stop(): void {
    this.isStopped = true;
    this.api.close();
    for (const child of this.children.values()) { child.kill('SIGKILL'); }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async startPrograms(): Promise<void> {
    const [client, peer, port, controllers] = await findPorts(4);
    const token = randomBytes(16).toString('hex');
    const key = join(this.directory, 'service-account.key');
    writeFileSync(key, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
    writeFileSync(join(this.directory, 'tokens'), `${token},admin,1,system:masters\n`, { mode: 0o600 });
    writeFileSync(this.kubeconfig, JSON.stringify({
      'apiVersion': 'v1',
      'kind': 'Config',
      'clusters': [{ name: 'plane', cluster: { 'server': `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
      'users': [{ name: 'admin', user: { token } }],
      'contexts': [{ name: 'plane', context: { cluster: 'plane', user: 'admin' } }],
      'current-context': 'plane',
    }), { mode: 0o600 });
    mkdirSync(join(this.directory, 'certificates'));
    const auditPolicy = join(this.directory, 'audit-policy');
    const rules = [{ level: 'Metadata', verbs: ['create'], resources: [{ group: '', resources: ['pods'] }] }, { level: 'None' }];
    writeFileSync(auditPolicy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }));
    this.launch('etcd', [
      `--data-dir=${join(this.directory, 'etcd')}`, '--unsafe-no-fsync', '--log-level=warn', `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`, `--listen-peer-urls=http://127.0.0.1:${peer}`, `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
    ]);
    this.launch('kube-apiserver', [
      `--etcd-servers=http://127.0.0.1:${client}`, `--cert-dir=${join(this.directory, 'certificates')}`, '--bind-address=127.0.0.1', '--advertise-address=192.0.2.10',
      `--audit-policy-file=${auditPolicy}`, `--audit-log-path=${join(this.directory, 'audit.log')}`,
      '--endpoint-reconciler-type=none', `--secure-port=${port}`, '--service-cluster-ip-range=10.96.0.0/16', '--authorization-mode=RBAC', `--token-auth-file=${join(this.directory, 'tokens')}`,
      '--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${key}`, `--service-account-signing-key-file=${key}`, '--v=1',
    ]);
    await poll('kube-apiserver', { withinMs: 60_000 }, async () => (await this.kubectl(['get', '--raw', '/readyz'])).code === 0 || undefined);
    this.launch('kube-controller-manager', [
      `--kubeconfig=${this.kubeconfig}`, '--leader-elect=false', `--service-account-private-key-file=${key}`, `--secure-port=${controllers}`, '--bind-address=127.0.0.1',
      '--root-ca-file=' + join(this.directory, 'certificates', 'apiserver.crt'), `--cert-dir=${join(this.directory, 'certificates')}`,
    ]);
    this.launch('kubectl', ['proxy', `--kubeconfig=${this.kubeconfig}`, `--unix-socket=${this.socket}`]);
    await poll('kubectl proxy', { withinMs: 10_000 }, async () => existsSync(this.socket) || undefined);
  }

  private launch(name: string, args: readonly string[]): void {
    const log = openSync(join(this.directory, `${name}.log`), 'w');
    const child = spawn(this.program, [name, ...args], { stdio: ['ignore', log, log] });
    // Only this message contains the cause: the next request only fails to connect.
    child.on('exit', code => { if (!this.isStopped) { console.log(`${name} has exited with ${code}:\n${this.readLog(name).split('\n').slice(0, 400).join('\n')}`); } });
    this.children.set(name, child);
  }
}

async function findPorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, async () => new Promise<ReturnType<typeof createServer>>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => { resolve(server); });
  })));
  const ports = servers.map(server => (server.address() as { port: number }).port);
  servers.forEach(server => server.close());
  return ports;
}
