import { readFileSync } from 'fs';
import { AGENT_CONTRACT_DOC, agentContractDoc } from '../../scripts/agent-contract-doc';
import { CHECKS, ENDS, EXIT, OPTIONS } from '../../src/agent/contract';
import { SCRIPT } from '../../src/agent/script';

/** The patterns of `case $NAME in`, up to its `esac`, in the order of the script. */
function patterns(subject: string): string[] {
  const [, body] = new RegExp(`^ *case \\$${subject} in\n([^]*?)^ *esac`, 'm').exec(SCRIPT)!;
  return [...body.matchAll(/^ +([a-z-][a-z=*-]*)\)/gm)].map(m => m[1]);
}

test('the script takes the options of the contract, with a value where the contract has one', () => {
  const known = OPTIONS.map(({ option, value }) => value === undefined ? option : `${option}=*`);
  expect(patterns('a').sort()).toEqual(known.sort());
});

test('the script makes the checks of the contract; what is run once stands in front of the loop', () => {
  const once = ['blocking', 'script'];
  expect(SCRIPT).toContain('[ "$1" = blocking ] || [ "$1" = script ]');
  expect([...patterns('kind'), ...once].sort()).toEqual([...new Set(CHECKS.map(({ kind }) => kind))].sort());
});

test('every exit code that the script names is one of the contract', () => {
  const named = [...SCRIPT.matchAll(/\b(?:quit|code=|sooner=)\s*(\d+)/g)].map(m => Number(m[1])).filter(code => code !== 138 && code !== 128);
  expect([...new Set(named)].filter(code => !(code in ENDS))).toEqual([]);
  expect(Object.keys(ENDS).map(Number).sort()).toEqual(Object.values(EXIT).sort());
});

test('docs/reference/agent-contract.md says what the contract says', () => {
  const text = readFileSync(AGENT_CONTRACT_DOC, 'utf8');
  expect(agentContractDoc(text)).toBe(text);
});
