import { existsSync, readFileSync } from 'fs';
import { join } from 'path';
import { THIS_MACHINE } from '../../../tools/cli/node-host';
import { temporaryFolder } from '../../temporary-folder';

const folder = temporaryFolder();
const sh = (script: string, milliseconds = 20_000) => THIS_MACHINE.start('/bin/sh', ['-c', script], milliseconds);

test('a started command has no input and no terminal: it leads its own session', async () => {
  expect(await sh('read line || echo no input; echo "$$ $(cut -d" " -f6 /proc/$$/stat)"')).toMatch(/^no input\n(\d+) \1\n$/);
});

test('a failed command gives its standard error; no command, or no UTF-8 output, is an error', async () => {
  await expect(sh('echo half; echo why >&2; exit 3')).rejects.toMatchObject({ message: 'the exit code is 3', stderr: 'why\n' });
  await expect(sh('kill -9 $$')).rejects.toMatchObject({ stderr: '' });
  await expect(THIS_MACHINE.start(join(folder, 'gone'), [], 20_000)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(sh("printf '\\377'")).rejects.toMatchObject({ code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
});

test('the output of a started command is complete', async () => {
  expect((await sh('head -c 3000000 /dev/zero | tr "\\0" x')).length).toBe(3_000_000);
});

test('after the time limit a started command has ended, with the commands that it has started', async () => {
  const file = join(folder, 'pid');
  await expect(sh(`sleep 300 & echo $! > ${file}.new; mv ${file}.new ${file}; wait`, 2000)).rejects.toThrow('no answer within 2 s');
  const pid = readFileSync(file, 'utf8').trim();
  for (let attempt = 0; isRunning(pid) && attempt < 100; attempt++) { await new Promise(resolve => setTimeout(resolve, 50)); }
  expect(isRunning(pid)).toBe(false);
});

test('a daemon that holds the output of a started command does not hold the command line', async () => {
  const file = join(folder, 'daemon');
  await expect(sh(`setsid sh -c 'echo $$ > ${file}; exec sleep 300' & while [ ! -s ${file} ]; do sleep 0.05; done`, 2000)).rejects.toThrow('no answer within 2 s');
  process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
});

/** A zombie has ended. In a container without an init process it stays. */
function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
