/** An image reference with the defaults of Docker and Kubernetes. */
export interface ImageReference {
  /** Such as `docker.io`, `ghcr.io` or `localhost:5000`. */
  readonly registry: string;
  /** Such as `library/nginx`. */
  readonly repository: string;
  /** `undefined`: the reference contains only a digest. */
  readonly tag?: string;
  readonly digest?: string;
}

/** A part of a repository, between slashes. */
const PART = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*$/;
const REGISTRY = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:]+\])(?::[0-9]+)?$/;
const TAG = /^\w[\w.-]{0,127}$/;
export const DIGEST = /^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/;
/** The longest name of a repository that Docker accepts. */
const LONGEST_REPOSITORY = 255;

/** Returns `undefined` for an invalid reference. The syntax is that of github.com/distribution/reference 0.6. */
export function parseImageReference(text: string): ImageReference | undefined {
  const [name, digest, ...more] = text.split('@');
  if (more.length > 0 || (digest !== undefined && !DIGEST.test(digest))) {
    return undefined;
  }
  const colon = name.indexOf(':', name.lastIndexOf('/') + 1);
  const [path, tag] = colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)];
  if (tag !== undefined && !TAG.test(tag)) {
    return undefined;
  }
  const [registry, repository] = splitRegistry(path);
  const isRepository = repository.length <= LONGEST_REPOSITORY && repository.split('/').every(part => PART.test(part));
  if (!isRepository || !REGISTRY.test(registry)) {
    return undefined;
  }
  return { registry, repository, tag: tag ?? (digest === undefined ? 'latest' : undefined), digest };
}

/** The first part of a path is a registry if it contains a dot, a port or a capital letter, or is `localhost`. */
function splitRegistry(path: string): [string, string] {
  const slash = path.indexOf('/');
  const first = slash < 0 ? '' : path.slice(0, slash);
  const isRegistry = /[.:A-Z]/.test(first) || first === 'localhost';
  const registry = isRegistry && first !== 'index.docker.io' ? first : 'docker.io';
  const repository = isRegistry ? path.slice(slash + 1) : path;
  return [registry, registry === 'docker.io' && !repository.includes('/') ? `library/${repository}` : repository];
}

/**
 * Returns the complete name: `nginx` gives `docker.io/library/nginx:latest`. With a digest, the tag has no effect.
 * Returns an invalid reference unchanged.
 */
export function normalizeImageReference(text: string): string {
  const reference = parseImageReference(text);
  return reference === undefined ? text : formatImageReference(reference);
}

export function formatImageReference({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${digest === undefined ? `:${tag}` : `@${digest}`}`;
}
