import { cli, Surroundings } from '../../test/cli/host';
import { fenced } from '../markdown';

/** Returns the command and the output of the command line. */
export function printed(command: string, surroundings: Surroundings): string {
  return fenced('text', `$ ${command}\n${outputOf(command, surroundings)}`);
}

/** Returns a command of the lint and its findings. The output goes on with the explanation of each rule. */
export function findingsOf(command: string, surroundings: Surroundings): string {
  const [findings] = outputOf(command, surroundings).split('\n\n');
  return fenced('text', `$ ${command}\n${findings}`);
}

function outputOf(command: string, surroundings: Surroundings): string {
  const [, words] = /cdk8s-startup-order (.*)$/.exec(command) ?? [];
  const { out, error } = cli(words!.split(' '), surroundings);
  return `${error}${out}`;
}
