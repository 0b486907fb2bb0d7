/** What a container of a story does: the flags of the test app (images/test-app/behaviour.go). All times count from the container's start. */
export interface Behaviour {
  /** Run in the image that has a shell besides: for hooks and probes that are shell commands. */
  readonly shell?: boolean;
  /** Run in the image that has the waiters of others and a shell besides; it is there with `--bench` only. */
  readonly peers?: boolean;
  /** Run this image, which there need not be. */
  readonly image?: string;
  /** Whose its command is. By default the user's program; else that of a waiter, which runs as it stands, or of a wrapper, with the program behind `--`. */
  readonly command?: 'waiter' | 'wrapper';
  /** Run this in place of the test app: for commands that cannot be executed. */
  readonly program?: string;
  /** `PORT@TIME`: opens a TCP port. */
  readonly tcp?: string;
  /** `PORT/PATH@TIME`: an HTTP server that answers 503, then 200. */
  readonly http?: string;
  /** `PATH@TIME`: opens a unix socket. */
  readonly unix?: string;
  /** `PATH@TIME`: makes a file. */
  readonly file?: string;
  /** Content of that file. */
  readonly content?: string;
  /** `tcp:HOST:PORT`, `http:URL`, `unix:PATH` or `file:PATH`: exits with 1 at once when it is not there, as people's apps do. */
  readonly needs?: string | readonly string[];
  /** Exits with 1 at that time. */
  readonly crashAt?: string;
  /** In so many runs only. */
  readonly crashTimes?: number;
  /** Runs to completion: exits at that time. */
  readonly exitAt?: string;
  readonly exitCode?: number;
  readonly ignoreTerm?: boolean;
  /** Time from SIGTERM to the exit. */
  readonly stopIn?: string;
  /** `PORT/PATH`: exits with 0 when it gets a POST there, as the proxies of meshes do. */
  readonly quit?: string;
  /** Starts a child process. */
  readonly fork?: boolean;
}

export function testAppFlags(container: string, about: Behaviour): string[] {
  const { shell: _shell, peers: _peers, image: _image, command: _command, program: _program, ...behaviour } = about;
  const flags = Object.entries({ name: container, ...behaviour }).flatMap(([key, value]) => [value].flat().map(v => [key, v] as const));
  return flags.map(([key, value]) => `-${key.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}=${value}`);
}
