import { writeFileSync } from 'fs';
import { join } from 'path';
import { missingForValidation } from '../../conformance/validation/validator';
import { temporaryFolder } from '../temporary-folder';

const path = process.env.PATH;
afterEach(() => { process.env.PATH = path; });

test.each([
  ['(none)', 'Go is not installed, and the validator is built with it'],
  ['go1.22.12', 'the validator needs Go 1.26 or newer, and this is go1.22.12'],
  ['go1.26.8', undefined],
  ['go1.30', undefined],
])('with Go %s, the message is: %s', (version, expected) => {
  const folder = temporaryFolder();
  if (version !== '(none)') { writeFileSync(join(folder, 'go'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 }); }
  process.env.PATH = folder;
  expect(missingForValidation()).toBe(expected);
});
