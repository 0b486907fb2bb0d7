/** Fills the tables of the two pages about the wait agent from its contract. */
import { join } from 'path';
import { AgentOption, ALONE, CHECKS, COMMANDS, ENDS, STEPS } from './agent-arguments';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { table } from './markdown';

const DOCS = join(__dirname, '..', 'docs');

export function writeAgentPages(): void {
  writeOrCheck(join(DOCS, 'contributing', 'agent-contract.md'), before =>
    withBlocks(before, {
      checks: argumentTable(CHECKS),
      steps: argumentTable(STEPS),
      commands: argumentTable(COMMANDS),
      alone: argumentTable(ALONE),
    }),
  );
  const exitCodes = [
    ...Object.entries(ENDS),
    ['other', 'the exit code of a blocking command, of the command of `--run-first`, or of the command after `--`'],
  ];
  writeOrCheck(join(DOCS, 'reference', 'agent.md'), before =>
    withBlocks(before, { 'exit-codes': table(['code', 'meaning'], exitCodes) }),
  );
}

function argumentTable(options: readonly AgentOption[]): string {
  return table(
    ['argument', 'effect'],
    options.map(o => [`\`${invocation(o)}\``, o.means].map(cell => cell.replace(/\|/g, '\\|'))),
  );
}

function invocation({ option, value, words }: AgentOption): string {
  return [value === undefined ? option : `${option}=${value}`, ...(words === undefined ? [] : [words])].join(' ');
}
