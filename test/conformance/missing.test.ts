import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { missingForValidation } from '../../conformance/validation/validator';

const path = process.env.PATH;
let folder: string;

beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'startup-order-path-')); });
afterEach(() => { process.env.PATH = path; rmSync(folder, { recursive: true }); });

test.each([
  ['(none)', 'Go is not installed, and the validator is built with it'],
  ['go1.22.12', 'the validator needs Go 1.26 or newer, and this is go1.22.12'],
  ['go1.26.8', undefined],
  ['go1.30', undefined],
])('with Go %s, the message is: %s', (version, expected) => {
  if (version !== '(none)') { writeFileSync(join(folder, 'go'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 }); }
  process.env.PATH = folder;
  expect(missingForValidation()).toBe(expected);
});
