import { Credentials, Environment, findCredentials } from './credentials';
import { HttpAnswer, HttpRequest, sendRequest } from './http-client';
import { ImageError, imageError } from './image-error';
import { ImageSource } from './image-source';
import { describeNetworkError, isWithoutTls } from './network-error';
import { ACCEPTED, computeDigest, Content, parseJsonBody, readManifest, verify } from './read-manifest';
import { ImageReference } from '../../../src/images/image-reference';

export interface RegistryOptions {
  readonly environment: Environment;
  /** The registry that replaces a registry: `docker.io` to `mirror.example.com:5000/hub`. */
  readonly mirrors: ReadonlyMap<string, string>;
  /** The registries that may use HTTP, or HTTPS with any certificate. */
  readonly insecure: ReadonlySet<string>;
  /** For one answer, in milliseconds. */
  readonly timeout: number;
}

/** The host of Docker Hub that serves the HTTP API. */
const DOCKER_HUB_HOST = 'registry-1.docker.io';

/** One repository of a registry. */
interface Repository {
  /** The registry for errors and credentials: `ghcr.io`. */
  readonly source: string;
  readonly path: string;
  readonly isInsecure: boolean;
}

/** Reads images with the HTTP API of registries: Docker Registry HTTP API V2, and OCI Distribution 1.1. */
export class RegistrySource implements ImageSource {
  /** The address of each registry, after the choice between HTTPS and HTTP. */
  private readonly addresses = new Map<string, Promise<URL>>();
  /** The header `Authorization` of each repository. */
  private readonly authorizations = new Map<string, Promise<string | undefined>>();

  private readonly network: Pick<HttpRequest, 'timeout' | 'environment'>;

  constructor(private readonly options: RegistryOptions) {
    this.network = { timeout: options.timeout, environment: options.environment };
  }

  public async read(reference: ImageReference) {
    const repository = this.locate(reference);
    const { source } = repository;
    try {
      const root = await this.get(repository, `manifests/${reference.digest ?? reference.tag}`);
      const digest = reference.digest ?? computeDigest(root.body);
      verify(root, digest, 'the manifest', { source });
      return await readManifest(root, digest, {
        source,
        readManifest: async wanted => this.get(repository, `manifests/${wanted}`),
        readBlob: async wanted => this.get(repository, `blobs/${wanted}`),
      });
    } catch (error) {
      if (error instanceof ImageError) { throw error; }
      const hint = isWithoutTls(error) ? `: add \`--insecure-registry ${source}\`` : '';
      throw imageError('SO657', { source, why: `${describeNetworkError(error)}${hint}` });
    }
  }

  private locate({ registry, repository }: ImageReference): Repository {
    const [source, ...prefix] = (this.options.mirrors.get(registry) ?? registry).split('/');
    return { source, path: [...prefix, repository].join('/'), isInsecure: this.options.insecure.has(source) };
  }

  private async get(repository: Repository, path: string): Promise<Content> {
    const { source } = repository;
    const url = new URL(`/v2/${repository.path}/${path}`, await this.findAddress(repository));
    const authorization = await this.authorizations.get(keyOf(repository));
    let answer = await this.send(repository, url, authorization);
    let had = 'no credentials for this registry';
    if (answer.status === 401) {
      const credentials = await findCredentials(source, repository.path, this.options.environment);
      if (credentials !== undefined) { had = 'the stored credentials'; }
      const renewed = this.authorize(repository, answer.headers['www-authenticate'] ?? '', credentials, authorization);
      const header = await renewed;
      if (header !== undefined) { answer = await this.send(repository, url, header); }
    }
    if (answer.status === 200) { return { body: answer.body, mediaType: answer.headers['content-type'] }; }
    if (answer.status === 404) { throw imageError('SO651', { source }); }
    if (answer.status === 401 || answer.status === 403) { throw imageError('SO652', { source, status: `${answer.status}`, had }); }
    throw imageError('SO657', { source, why: `the registry answers with status ${answer.status}` });
  }

  private send({ isInsecure }: Repository, url: URL, authorization: string | undefined): Promise<HttpAnswer> {
    const headers = { Accept: ACCEPTED, ...authorization === undefined ? {} : { Authorization: authorization } };
    return sendRequest({ url, headers, isInsecure, ...this.network });
  }

  /** Like Docker, an insecure registry is asked with HTTPS first, and then with HTTP. */
  private findAddress({ source, isInsecure }: Repository): Promise<URL> {
    const host = source === 'docker.io' ? DOCKER_HUB_HOST : source;
    let address = this.addresses.get(host);
    if (address === undefined) {
      const [secure, plain] = [new URL(`https://${host}`), new URL(`http://${host}`)];
      address = !isInsecure ? Promise.resolve(secure)
        : sendRequest({ url: new URL('/v2/', secure), isInsecure, ...this.network }).then(() => secure, () => plain);
      this.addresses.set(host, address);
    }
    return address;
  }

  /** Returns the header for the challenge of the registry. Parallel requests share the header. `expired`: the header that the registry has refused. */
  private authorize(repository: Repository, challenge: string, credentials?: Credentials, expired?: string): Promise<string | undefined> {
    const key = keyOf(repository);
    const known = this.authorizations.get(key);
    const create = async (): Promise<string | undefined> => {
      const current = await known?.catch(() => undefined);
      return current !== undefined && current !== expired ? current : this.createAuthorization(repository, challenge, credentials);
    };
    const renewed = create();
    this.authorizations.set(key, renewed.catch(() => undefined));
    return renewed;
  }

  private async createAuthorization(repository: Repository, challenge: string, credentials?: Credentials): Promise<string | undefined> {
    const [, scheme = '', rest = ''] = /^\s*(\w+)\s*(.*)$/s.exec(challenge) ?? [];
    if (scheme.toLowerCase() === 'basic') { return credentials && 'user' in credentials ? formatBasic(credentials) : undefined; }
    if (scheme.toLowerCase() !== 'bearer') { return undefined; }
    const pairs = [...rest.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)];
    return this.fetchToken(repository, new Map(pairs.map(([, name, quoted, plain]) => [name.toLowerCase(), quoted ?? plain])), credentials);
  }

  private async fetchToken(repository: Repository, parameters: ReadonlyMap<string, string>, credentials?: Credentials): Promise<string> {
    const { source, isInsecure } = repository;
    const address = await this.findAddress(repository);
    const realm = parameters.get('realm');
    if (realm === undefined || !URL.canParse(realm)) { throw imageError('SO657', { source, why: 'the registry names no token service' }); }
    const url = new URL(realm);
    if (url.protocol !== 'https:' && !(isInsecure && address.protocol === 'http:')) {
      throw imageError('SO657', { source, why: `the token service ${url.host} does not use HTTPS` });
    }
    const query = { service: parameters.get('service'), scope: parameters.get('scope') ?? `repository:${repository.path}:pull` };
    const fields = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const common = { isInsecure, ...this.network };
    let answer: HttpAnswer;
    if (credentials && 'identityToken' in credentials) {
      const form = new URLSearchParams([...fields, ['grant_type', 'refresh_token'], ['client_id', 'cdk8s-startup-order'], ['refresh_token', credentials.identityToken]]);
      answer = await sendRequest({ url, form, ...common });
    } else {
      for (const [name, value] of fields) { url.searchParams.append(name, value); }
      answer = await sendRequest({ url, headers: credentials ? { Authorization: formatBasic(credentials) } : {}, ...common });
    }
    if (answer.status !== 200) {
      const refused = answer.status === 401 || answer.status === 403 || answer.status === 400;
      throw refused ? imageError('SO652', { source, status: `status ${answer.status} of the token service`, had: credentials ? 'the stored credentials' : 'no credentials for this registry' })
        : imageError('SO657', { source, why: `the token service answers with status ${answer.status}` });
    }
    const { token, access_token: accessToken } = parseJsonBody(answer.body, 'the answer of the token service', { source });
    const value = token ?? accessToken;
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) { throw imageError('SO657', { source, why: 'the answer of the token service contains no token' }); }
    return `Bearer ${value}`;
  }
}

function keyOf({ source, path }: Repository): string {
  return `${source}/${path}`;
}

function formatBasic({ user, password }: { readonly user: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
