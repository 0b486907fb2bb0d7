import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { missingForNode } from '../../conformance/runner/cluster';
import { missingForValidation } from '../../conformance/validation/validator';

const path = process.env.PATH;
let folder: string;

beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'startup-order-path-')); });
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true });
  jest.restoreAllMocks();
});

function go(version: string): void {
  writeFileSync(join(folder, 'go'), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(folder, 'go'), 0o755);
  process.env.PATH = folder;
}

test('without Go the check is skipped with a message', () => {
  process.env.PATH = folder;
  expect(missingForValidation()).toBe('Go is not installed, and the validator is built with it');
});

test.each([
  ['go1.22.12', 'the validator needs Go 1.26 or newer, and this is go1.22.12'],
  ['go1.26.8', undefined],
  ['go1.30', undefined],
])('the message with %s', (version, expected) => {
  go(version);
  expect(missingForValidation()).toBe(expected);
});

test('a node reports its missing programs in one sentence', () => {
  jest.spyOn(process, 'getuid' as never).mockReturnValue(1000 as never);
  expect(missingForNode()).toMatch(/^A real node needs (root|Linux)\b[^.]*\.$/);
});
