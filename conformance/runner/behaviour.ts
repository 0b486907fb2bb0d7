/** The behaviour of a container: the flags of the test app (images/test-app/behaviour.go). All times count from the start of the container. */
export interface Behaviour {
  /** Use the test app image with a shell, for hooks and probes that are shell commands. */
  readonly shell?: boolean;
  /** Use the image with a shell and other wait tools, which exists with `--bench` only. */
  readonly peers?: boolean;
  /** Use this image, which need not exist. */
  readonly image?: string;
  /** The kind of command: the program of the user (the default), a wait tool, which runs unchanged, or a wrapper with the program after `--`. */
  readonly command?: 'waiter' | 'wrapper';
  /** Run this program instead of the test app, for commands that cannot be executed. */
  readonly program?: string;
  /** `PORT@TIME`: opens a TCP port. */
  readonly tcp?: string;
  /** `PORT@TIME`: opens a TCP port that admits each user, as PostgreSQL does. */
  readonly postgresql?: string;
  /** `PORT/PATH@TIME`: an HTTP server that returns 503, and 200 from this time on. */
  readonly http?: string;
  /** `PATH@TIME`: opens a unix socket. */
  readonly unix?: string;
  /** `PATH@TIME`: creates a file. */
  readonly file?: string;
  /** The content of the file. */
  readonly content?: string;
  /** `tcp:HOST:PORT`, `http:URL`, `unix:PATH` or `file:PATH`: exits with 1 at once if the target is missing, as many apps do. */
  readonly needs?: string | readonly string[];
  /** Exits with 1 at this time. */
  readonly crashAt?: string;
  /** The number of runs that crash. */
  readonly crashTimes?: number;
  /** Exits with 1 at once if this file exists. */
  readonly crashIf?: string;
  /** Exits with 0 at this time. */
  readonly exitAt?: string;
  readonly exitCode?: number;
  readonly ignoreTerm?: boolean;
  /** The time from SIGTERM to the exit. */
  readonly stopIn?: string;
  /** `PORT/PATH`: exits with 0 at a POST request, as mesh proxies do. */
  readonly quit?: string;
  /** Starts a child process. */
  readonly fork?: boolean;
}

export function testAppFlags(container: string, about: Behaviour): string[] {
  const { shell: _shell, peers: _peers, image: _image, command: _command, program: _program, ...behaviour } = about;
  const flags = Object.entries({ name: container, ...behaviour }).flatMap(([key, value]) => [value].flat().map(v => [key, v] as const));
  return flags.map(([key, value]) => `-${key.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}=${value}`);
}
