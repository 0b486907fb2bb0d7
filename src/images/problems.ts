import { entry, option, raise } from '../api/private/problem';

export const PROBLEMS = {
  SO640: entry(
    'invalid image file',
    { what: "`images['nginx'].user` is 101; it must be a string that is not empty" },
    a => `the image file is invalid: ${a.what}; correct it, or remove it and run \`cdk8s-startup-order images\``,
    option('images'),
  ),
  SO641: entry(
    'image file of an unknown version',
    { given: '2', known: 1 },
    a =>
      `the image file has the version ${a.given}, and this version of the library reads version ${a.known}; use ` +
      `a newer version of the library, or remove the file and run ` +
      '`cdk8s-startup-order images`',
    option('images'),
  ),
  SO644: entry(
    'image file that cannot be read',
    { where: '`startupOrder.images`', path: 'startup-order.images.json', why: 'no such file or directory' },
    a =>
      `the image file '${a.path}' of ${a.where} cannot be read: ${a.why}; correct the path, or run ` +
      `\`cdk8s-startup-order images\``,
    option('images'),
  ),
};

export const problem = raise(PROBLEMS);
