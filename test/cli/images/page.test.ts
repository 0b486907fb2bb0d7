import { readFileSync } from 'fs';
import { join } from 'path';
import { parseImageFile } from '../../../src/images/image-file';
import { cli } from '../host';

const PAGE = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'how-to', 'images.md'), 'utf8');

test('each option on the page is an option of images', () => {
  const help = cli(['images', '--help']).out;
  const used = [...new Set([...PAGE.matchAll(/`(--[a-z-]+)|images [^\n`]*?(--[a-z-]+)/g)].map(([, a, b]) => a ?? b))].sort();
  expect(used).toEqual(['--all', '--check', '--image', '--with']);
  expect(used.filter(option => !help.includes(`${option} `))).toEqual([]);
});

test('the image file on the page is valid', () => {
  const [, text] = /```json\n([^]*?)```/.exec(PAGE)!;
  expect([...parseImageFile(text, 'page').images.keys()]).toEqual(['ghcr.io/acme/web:1.4']);
});
