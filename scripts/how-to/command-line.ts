import { cli, Surroundings } from '../../test/cli/host';
import { fenced } from '../markdown';

/** Returns the command and the output of the command line. */
export function printed(command: string, surroundings: Surroundings): string {
  const [, words] = /cdk8s-startup-order (.*)$/.exec(command) ?? [];
  const { out, error } = cli(words!.split(' '), surroundings);
  return fenced('text', `$ ${command}\n${error}${out}`);
}
