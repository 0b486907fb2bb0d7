import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';

const folders: string[] = [];
afterAll(() => { for (const folder of folders) { rmSync(folder, { recursive: true, force: true }); } });

/** Returns a new folder, which is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'startup-order-test-'));
  folders.push(folder);
  return folder;
}
