import { fenced } from './shown';
import { cli, Surroundings } from '../../test/cli/host';

/** What the command line prints, below the command. */
export function printed(command: string, surroundings: Surroundings): string {
  const [, words] = /cdk8s-startup-order (.*)$/.exec(command) ?? [];
  const { out, error } = cli(words!.split(' '), surroundings);
  return fenced('text', `$ ${command}\n${error}${out}`);
}
