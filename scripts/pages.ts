import { execFileSync } from 'child_process';
import { existsSync, readFileSync } from 'fs';
import { join } from 'path';

/** Returns the text of each file that git tracks or does not ignore, by path. */
export function filesBelow(root: string, ...patterns: readonly string[]): Record<string, string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0');
  return Object.fromEntries(
    listed
      .filter(path => path !== '' && existsSync(join(root, path)))
      .map(path => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

export function pagesBelow(root: string): Record<string, string> {
  return filesBelow(root, '*.md');
}
