import { imageError } from './image-source';
import { Host } from '../host';

/** The commands of a program that prints the documents of a registry byte for byte. */
export interface RegistryProgram {
  readonly manifest: string;
  /** MANIFEST and CONFIGURATION stand for the image with the digest of this document. */
  readonly configuration: string;
  /** Stores a password for a registry. */
  readonly login: string;
}

/** The command of a program that prints an image of this machine in the format of `docker image inspect`. */
export interface EngineProgram {
  readonly inspect: string;
}

type Program = RegistryProgram | EngineProgram;

/**
 * The programs by the name of `--with`. The first on the PATH is the default.
 *
 * Other formats of skopeo and buildx lack the HEALTHCHECK of an image. buildx looks for a digest among the manifests,
 * and then among the blobs (containerd 2.4, core/remotes/docker/resolver.go).
 */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  crane: { manifest: 'crane manifest IMAGE', configuration: 'crane blob CONFIGURATION', login: 'crane auth login' },
  skopeo: {
    manifest: 'skopeo inspect --raw docker://IMAGE',
    configuration: 'skopeo inspect --config --raw docker://MANIFEST',
    login: 'skopeo login',
  },
  buildx: {
    manifest: 'docker buildx imagetools inspect --raw IMAGE',
    configuration: 'docker buildx imagetools inspect --raw CONFIGURATION',
    login: 'docker login',
  },
  docker: { inspect: 'docker image inspect IMAGE' },
  podman: { inspect: 'podman image inspect IMAGE' },
};

/** The time limit of one command. */
const LIMIT_MS = 60_000;

/** Returns the named program, by default the first on the PATH. Throws an error if the PATH does not have it. */
export async function chooseProgram(name: string | undefined, machine: Host): Promise<Program> {
  const candidates = name === undefined ? Object.values(PROGRAMS) : [PROGRAMS[name]];
  const missing = new Set<string>();
  for (const program of candidates) {
    const [file] = Object.values(program)[0].split(' ');
    const run = machine.start(file, ['--version'], LIMIT_MS);
    if (
      await run.then(
        () => true,
        error => error.code !== 'ENOENT',
      )
    ) {
      return program;
    }
    missing.add(file);
  }
  throw imageError('SO659', { missing: [...missing], known: Object.keys(PROGRAMS) });
}

// The messages of crane 0.22, skopeo 1.9, buildx 0.38, Docker 28 and Podman 4.3.
const MISSING = /manifest[ _]unknown|name[ _]unknown|no such image|image not known|404 not found|: not found$/i;
const REFUSED = /unauthorized|authentication required|no basic auth credentials|forbidden|(?<!permission )\bdenied\b/i;
/** The longest message of a program in an error. */
const MOST_CHARACTERS = 500;

/** Runs a command, and returns its output. `login`: the command that gives access to the registry, for errors. */
export async function ask(command: string, machine: Host, login?: string): Promise<string> {
  // No argument contains a space, because no image reference does.
  const [file, ...args] = command.split(' ');
  try {
    return await machine.start(file, args, LIMIT_MS);
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const why = (stderr || message)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(-MOST_CHARACTERS);
    if (MISSING.test(why)) {
      throw imageError('SO651', { source: command });
    }
    if (login !== undefined && REFUSED.test(why)) {
      throw imageError('SO652', { source: command, why, login });
    }
    throw imageError('SO657', { source: command, why });
  }
}
