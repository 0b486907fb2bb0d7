/** Fills the tables of docs/reference/agent-contract.md from the contract of the agent. */
import { join } from 'path';
import { withBlocks } from './generated-blocks';
import { table } from './markdown';
import { AgentOption, ALONE, CHECKS, COMMANDS, ENDS, STEPS } from '../src/agent/contract';

export const AGENT_CONTRACT_DOC = join(__dirname, '..', 'docs', 'reference', 'agent-contract.md');

export function agentContractDoc(before: string): string {
  return withBlocks(before, {
    'checks': argumentTable(CHECKS),
    'steps': argumentTable(STEPS),
    'commands': argumentTable(COMMANDS),
    'alone': argumentTable(ALONE),
    'exit-codes': table(
      ['code', 'meaning'],
      [
        ...Object.entries(ENDS),
        ['other', 'the exit code of a blocking command, of the command of `--run-first`, or of the command after `--`'],
      ],
    ),
  });
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
