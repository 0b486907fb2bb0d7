import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Host } from '../../../tools/cli/host';
import { main } from '../../../tools/cli/main';
import { THIS_MACHINE } from '../../../tools/cli/node-host';
import { temporaryFolder } from '../../temporary-folder';

/** The folder of one test file, and the image file in it. Each test begins without images. */
export const folder = temporaryFolder();
export const output = join(folder, 'startup-order.images.json');
beforeEach(() => { writeFileSync(output, '{"version":1,"images":{}}'); });

/** The entries of the image file. */
export const written = () => JSON.parse(readFileSync(output, 'utf8')).images;

/** Runs the command line on this machine, with the programs of `start`. */
export async function runCli(args: readonly string[], start: Host['start'], host: Partial<Host> = {}) {
  let [out, error] = ['', ''];
  const code = await main(args, { ...THIS_MACHINE, out: text => { out += text; }, error: text => { error += text; }, start, ...host });
  return { code, out, error };
}

/** Writes a manifest with a container for each image, which depends on a sidecar with a startup probe. `more`: fields from this container on. Returns its path. */
export function writeManifest(images: readonly string[], more: object = {}, from = 0): string {
  const file = join(folder, 'manifest.json');
  const initContainers = [{ name: 'proxy', image: 'not-needed', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 80 } } }];
  const containers = images.map((image, i) => ({ name: `app-${i}`, image, ...i >= from ? more : {} }));
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { initContainers, containers } }));
  return file;
}
