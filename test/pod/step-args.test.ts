import { writeSteps } from '../../src/pod/step-args';
import { READY, RUNNING, tcp } from '../dsl';

const LIMIT = { timeoutSeconds: 9, onTimeout: 'CONTINUE' } as const;
const check = (dependency: string, port: number) => ({ dependency, check: tcp(port) });

test.each<[string, Parameters<typeof writeSteps>[0], string, boolean?]>([
  ['the checks of a dependency share one --for, with its limit', [{ ...check('a', 1), ...LIMIT }, { ...check('a', 2), ...LIMIT }, { ...check('b', 3), ...LIMIT }],
    '--for=a --continue-after=9s --tcp=127.0.0.1:1 --tcp=127.0.0.1:2 --for=b --continue-after=9s --tcp=127.0.0.1:3'],
  ['another limit begins another --for', [{ ...check('a', 1), timeoutSeconds: 9 }, check('a', 2)], '--for=a --timeout=9s --tcp=127.0.0.1:1 --for=a --tcp=127.0.0.1:2'],
  ['a mark belongs to the checks of its dependency, and needs no check', [{ dependency: 'a', marks: RUNNING }, check('a', 1), { dependency: 'a', marks: READY }],
    '--mark=a:RUNNING --for=a --tcp=127.0.0.1:1 --mark=a:READY'],
  ['a mark of another dependency is independent of the limit of the checks around it', [{ ...check('a', 1), ...LIMIT }, { dependency: 'b', marks: RUNNING }, { ...check('a', 2), ...LIMIT }],
    '--for=a --continue-after=9s --tcp=127.0.0.1:1 --for=b --mark=b:RUNNING --for=a --continue-after=9s --tcp=127.0.0.1:2'],
  ['the steps after a look at a mark begin with --for', [check('a', 1), { dependency: 'b', seen: RUNNING }, check('a', 2)],
    '--for=a --tcp=127.0.0.1:1 --if-marked=b:RUNNING --for=a --tcp=127.0.0.1:2'],
  ['a limit that counts from the check before it comes after --then', [check('a', 1), { ...check('a', 2), timeoutSeconds: 9 }],
    '--for=a --tcp=127.0.0.1:1 --then --for=a --timeout=9s --tcp=127.0.0.1:2', true],
])('%s', (_what, steps, words, inTurn = false) => { expect(writeSteps(steps, { retries: false, inTurn })).toEqual(words.split(' ')); });
