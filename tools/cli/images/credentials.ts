import { execFile } from 'child_process';
import { readFileSync } from 'fs';
import { homedir } from 'os';
import { join } from 'path';
import { imageError } from './image-error';

/** Never printed or written. */
export type Credentials = { readonly user: string; readonly password: string } | { readonly identityToken: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The key of Docker Hub in the configuration of Docker. */
const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';

const HELPER_TIMEOUT_MS = 30_000;

/**
 * Returns the credentials of the user for a repository, from the same files as Podman and Docker: `REGISTRY_AUTH_FILE`, `auth.json` of containers, and
 * `config.json` of Docker. `undefined`: no file contains credentials.
 */
export async function findCredentials(registry: string, repository: string, environment: Environment): Promise<Credentials | undefined> {
  for (const file of listCredentialFiles(environment)) {
    const found = await readCredentials(file, registry, repository, environment);
    if (found !== undefined) { return found; }
  }
  return undefined;
}

function listCredentialFiles({ REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, XDG_CONFIG_HOME, DOCKER_CONFIG, HOME }: Environment): string[] {
  if (REGISTRY_AUTH_FILE) { return [REGISTRY_AUTH_FILE]; }
  const home = HOME ?? homedir();
  return [
    ...XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, 'containers', 'auth.json')] : [],
    join(XDG_CONFIG_HOME || join(home, '.config'), 'containers', 'auth.json'),
    join(DOCKER_CONFIG || join(home, '.docker'), 'config.json'),
  ];
}

interface StoredLogin {
  /** `user:password` in base64. */
  readonly auth?: string;
  readonly username?: string;
  readonly password?: string;
  readonly identitytoken?: string;
}

interface ConfigurationFile {
  readonly auths?: Readonly<Record<string, StoredLogin>>;
  readonly credHelpers?: Readonly<Record<string, string>>;
  readonly credsStore?: string;
}

async function readCredentials(file: string, registry: string, repository: string, environment: Environment): Promise<Credentials | undefined> {
  let content: ConfigurationFile;
  try {
    content = JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') { return undefined; }
    // The message of the parser can contain a part of the file, and the file contains secrets.
    throw imageError('SO657', { source: registry, why: `the credentials in ${file} cannot be read (${code ?? 'the file is not JSON'})` });
  }
  const keys = listKeys(registry, repository);
  const helperKey = keys.find(key => content.credHelpers?.[key] !== undefined);
  const helper = helperKey === undefined ? content.credsStore : content.credHelpers![helperKey];
  const found = helper ? await askHelper(helper, helperKey ?? (registry === 'docker.io' ? DOCKER_HUB_KEY : registry), registry, environment) : undefined;
  if (found !== undefined) { return found; }
  const entry = keys.map(key => content.auths?.[key]).find(value => value !== undefined);
  if (!entry) { return undefined; }
  if (entry.identitytoken) { return { identityToken: entry.identitytoken }; }
  const decoded = entry.auth ? Buffer.from(entry.auth, 'base64').toString('utf8').replace(/\0+$/, '') : '';
  const colon = decoded.indexOf(':');
  if (colon >= 0) { return { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) }; }
  return entry.username && entry.password ? { user: entry.username, password: entry.password } : undefined;
}

/** Returns the keys under which a file can contain the credentials. Podman also stores credentials of a part of the path; the longest part has precedence. */
function listKeys(registry: string, repository: string): string[] {
  const parts = [registry, ...repository.split('/')];
  const paths = parts.map((_, i) => parts.slice(0, parts.length - i).join('/'));
  const hosts = registry === 'docker.io' ? [DOCKER_HUB_KEY, 'index.docker.io', 'registry-1.docker.io'] : [];
  return [...paths, ...hosts, ...['https', 'http'].flatMap(scheme => ['', '/', '/v1/', '/v2/'].map(end => `${scheme}://${registry}${end}`))];
}

function askHelper(helper: string, key: string, registry: string, environment: Environment): Promise<Credentials | undefined> {
  const program = `docker-credential-${helper}`;
  const fail = (why: string) => imageError('SO657', { source: registry, why: `the credential helper ${program} ${why}` });
  if (!/^[\w.-]+$/.test(helper)) { throw fail('has an invalid name'); }
  return new Promise((resolve, reject) => {
    const child = execFile(program, ['get'], { encoding: 'utf8', timeout: HELPER_TIMEOUT_MS, env: environment as NodeJS.ProcessEnv }, (error, output) => {
      // The output of a helper can contain secrets, so no message contains it.
      if (/credentials not found/i.test(output)) { return resolve(undefined); }
      if (error) { return reject(fail((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not installed' : 'fails')); }
      try {
        const { Username: user, Secret: secret } = JSON.parse(output);
        return resolve(!secret ? undefined : user === '<token>' ? { identityToken: secret } : { user, password: secret });
      } catch {
        return reject(fail('returns no JSON'));
      }
    });
    child.stdin!.on('error', () => {}); // a helper that does not read its input
    child.stdin!.end(key);
  });
}
