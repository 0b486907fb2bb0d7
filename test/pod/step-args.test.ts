import { OnTimeout } from '../../src/api/on-timeout';
import { StartCondition } from '../../src/api/start-condition';
import { writeSteps } from '../../src/pod/step-args';
import { tcp } from '../dsl';

const { RUNNING, READY } = StartCondition;
const LIMIT = { timeoutSeconds: 9, onTimeout: OnTimeout.CONTINUE };
const words = (...steps: Parameters<typeof writeSteps>[0]) => writeSteps(steps, { retries: false });
const check = (dependency: string, port: number) => ({ dependency, check: tcp(port) });

test('the checks of a dependency share one --for, with its limit', () => {
  expect(words({ ...check('a', 1), ...LIMIT }, { ...check('a', 2), ...LIMIT }, { ...check('b', 3), ...LIMIT })).toEqual([
    '--for=a', '--continue-after=9s', '--tcp=127.0.0.1:1', '--tcp=127.0.0.1:2', '--for=b', '--continue-after=9s', '--tcp=127.0.0.1:3',
  ]);
});

test('another limit begins another --for', () => {
  expect(words({ ...check('a', 1), timeoutSeconds: 9 }, check('a', 2))).toEqual(['--for=a', '--timeout=9s', '--tcp=127.0.0.1:1', '--for=a', '--tcp=127.0.0.1:2']);
});

test('a mark belongs to the checks of its dependency, and needs no check', () => {
  expect(words({ dependency: 'a', marks: RUNNING }, check('a', 1), { dependency: 'a', marks: READY })).toEqual(['--mark=a:RUNNING', '--for=a', '--tcp=127.0.0.1:1', '--mark=a:READY']);
});

test('a mark of another dependency is independent of the limit of the checks around it', () => {
  expect(words({ ...check('a', 1), ...LIMIT }, { dependency: 'b', marks: RUNNING }, { ...check('a', 2), ...LIMIT })).toEqual([
    '--for=a', '--continue-after=9s', '--tcp=127.0.0.1:1', '--for=b', '--mark=b:RUNNING', '--for=a', '--continue-after=9s', '--tcp=127.0.0.1:2',
  ]);
});

test('the steps after a look at a mark begin with --for', () => {
  expect(words(check('a', 1), { dependency: 'b', seen: RUNNING }, check('a', 2))).toEqual(['--for=a', '--tcp=127.0.0.1:1', '--if-marked=b:RUNNING', '--for=a', '--tcp=127.0.0.1:2']);
});

test('a limit that counts from the step before it comes after --then', () => {
  expect(words(check('a', 1), { ...check('a', 2), timeoutSeconds: 9, begins: true })).toEqual(['--for=a', '--tcp=127.0.0.1:1', '--then', '--for=a', '--timeout=9s', '--tcp=127.0.0.1:2']);
});
