import { cli, Outcome, Surroundings } from '../../test/cli/host';
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
  const { out, error } = run(command, surroundings);
  return `${error}${out}`;
}

/** Runs the command line with the words after its name, up to a redirection. */
export function run(command: string, surroundings: Surroundings): Outcome {
  const [, words] = /cdk8s-startup-order ([^>]*)/.exec(command)!;
  return cli(words.trim().split(' '), surroundings);
}
