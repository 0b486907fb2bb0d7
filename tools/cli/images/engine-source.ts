import { Environment } from './credentials';
import { sendRequest } from './http-client';
import { imageError } from './image-error';
import { ImageSource } from './image-source';
import { describeNetworkError } from './network-error';
import { parseJsonBody, toPlatform } from './read-manifest';
import { formatImageReference, ImageReference, parseImageReference } from '../../../src/images/image-reference';

/** Reads images from a container engine on this machine, with the API of Docker, which Podman also serves. */
export class EngineSource implements ImageSource {
  private readonly url: URL;
  private readonly socketPath?: string;

  /** `address`: `unix:///var/run/docker.sock` or `tcp://127.0.0.1:2375`. Throws an error for another address. */
  constructor(private readonly source: string, private readonly address: string, private readonly timeout: number) {
    const [, scheme, rest] = /^(unix|tcp|http):\/\/(.+)$/.exec(address) ?? [];
    if (scheme === undefined) { throw new Error(`${source}: the address '${address}' is not supported; write it as in unix:///var/run/docker.sock or tcp://127.0.0.1:2375`); }
    this.url = new URL(scheme === 'unix' ? 'http://localhost' : `http://${rest}`);
    this.socketPath = scheme === 'unix' ? rest : undefined;
  }

  public async read(reference: ImageReference) {
    const name = formatImageReference(reference);
    const { status, body } = await sendRequest({ url: new URL(`/images/${name}/json`, this.url), socketPath: this.socketPath, timeout: this.timeout }).catch(error => {
      throw imageError('SO657', { source: this.source, why: `${describeNetworkError(error)} (${this.address})` });
    });
    if (status === 404) { throw imageError('SO651', { source: this.source }); }
    if (status !== 200) { throw imageError('SO657', { source: this.source, why: `the engine answers with status ${status}` }); }
    const image = parseJsonBody(body, 'the answer', { source: this.source });
    const { Os: os, Architecture: architecture, Variant: variant, Config: config } = image;
    const { isLinux, ...configuration } = toPlatform({ os, architecture, variant, config });
    if (!isLinux) { throw imageError('SO655', { platforms: [configuration.platform] }); }
    return { digest: reference.digest ?? findDigest(image, reference), configurations: [configuration] };
  }
}

/** Returns the digest in the registry. An image that was built here and not pushed has none, so its ID identifies it. */
function findDigest({ RepoDigests: digests, Id: id }: Readonly<Record<string, unknown>>, { registry, repository }: ImageReference): string {
  const references = (Array.isArray(digests) ? digests : []).map(text => parseImageReference(String(text)));
  return references.find(r => r?.registry === registry && r.repository === repository)?.digest ?? String(id).replace(/^(?!sha256:)/, 'sha256:');
}

/** Returns the address of the Docker daemon. */
export function findDocker({ DOCKER_HOST }: Environment): string {
  return DOCKER_HOST || 'unix:///var/run/docker.sock';
}

/** Returns the address of the service of Podman: of the user, otherwise of root. */
export function findPodman({ CONTAINER_HOST, XDG_RUNTIME_DIR }: Environment): string {
  return CONTAINER_HOST || `unix://${XDG_RUNTIME_DIR || '/run'}/podman/podman.sock`;
}
