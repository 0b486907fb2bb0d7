import { readFileSync } from 'fs';
import { join } from 'path';
import { ALONE, CHECKS, COMMANDS, ENDS, STEPS } from '../../scripts/agent-arguments';
import { AGENT_VERSION, EXIT, GATE_KEY, STATE_DIR } from '../../src/agent/contract';
import { WITH_WORDS } from '../../tools/read/parse-agent-args';

const sourceOf = (name: string) => readFileSync(join(__dirname, '../../agent/src', name), 'utf8');

/** The options of arguments.c: their names, and their values. */
const OPTIONS = [...sourceOf('arguments.c').matchAll(/^ {2}\{ "([a-z-]+)", [A-Z_]+, ([A-Z_]+) \},$/gm)].map(([, name, takes]) => ({ option: `--${name}`, takes }));

/** The values in the words of the contract. */
const VALUES: Readonly<Record<string, RegExp>> = {
  NOTHING: /^$/,
  VALUE: /^[^N]|^NAME/,
  STATE_FILE: /^FILE$/,
  STATE_FILE_AND_KEY: /^FILE:[A-Z|]+$/,
  WORDS: /^N WORD…$/,
  SECONDS: /^\d+s$/,
};

test('the agent accepts exactly the options of the contract', () => {
  const known = [...CHECKS, ...STEPS, ...COMMANDS].map(({ option }) => option);
  expect(OPTIONS.length).toBeGreaterThan(30);
  expect(known.filter((option, i) => known.indexOf(option) !== i)).toEqual([]);
  expect([...OPTIONS.map(({ option }) => option), '--'].sort()).toEqual(known.sort());
  expect(OPTIONS.filter(({ takes }) => takes === 'WORDS').map(({ option }) => option).sort()).toEqual([...WITH_WORDS].sort());
});

test.each(OPTIONS)('$option accepts a value as described in the contract: $takes', ({ option, takes }) => {
  const { value = '', words } = [...CHECKS, ...STEPS, ...COMMANDS].find(o => o.option === option)!;
  expect(words === undefined ? value : `${value} ${words}`).toMatch(VALUES[takes]);
});

test('the agent has the version of the contract, and the one option without other arguments', () => {
  expect(sourceOf('agent.h')).toContain(`#define INTERFACE_VERSION ${AGENT_VERSION}\n`);
  expect([...sourceOf('main.c').matchAll(/strcmp\(argv\[1\], "(--[a-z]+)"\)/g)].map(([, option]) => option)).toEqual(ALONE.map(({ option }) => option));
});

test('the contract and the agent have the same directory, key and exit codes', () => {
  const header = sourceOf('agent.h');
  expect(header).toContain(`#define STATE_DIRECTORY "${STATE_DIR}"`);
  expect(sourceOf('run.c')).toContain(`add_mark(arguments->gate, "${GATE_KEY}")`);
  const codes = Object.fromEntries([...header.matchAll(/\bEXIT_([A-Z_]+) = (\d+)/g)].map(([, name, code]) => [name === 'TIMEOUT' ? 'DEADLINE' : name, Number(code)]));
  expect({ ...codes, INTERRUPTED: 130, TERMINATED: 143 }).toEqual(EXIT);
  expect(Object.keys(ENDS).map(Number).sort()).toEqual(Object.values(EXIT).sort());
});
