import { basename, join } from 'path';
import { readComposeServices } from './read-compose-services';
import { ServiceMount } from '../../compose/compose-model';
import { UnreadableInput } from '../../order/parse-documents';
import { findWorkloads, unwrapDocument } from '../../read/find-workloads';
import { readPod } from '../../read/read-pod';
import { Proposal } from '../../suggest/proposal';
import { MountedFile, suggestForServices } from '../../suggest/suggest-compose';
import { suggestForManifests } from '../../suggest/suggest-manifests';
import { formatUnreadable } from '../findings-text';
import { ExitCode, Host } from '../host';
import { loadImageFile } from '../load-image-file';
import { deliver, FileOptions } from '../output';
import { readDocuments, readSource } from '../read-input';

interface SuggestOptions extends FileOptions {
  readonly from: readonly string[];
}

/** Prints a StartupOrder for each workload whose manifest suggests an order. */
export function suggestOrders(files: readonly string[], options: SuggestOptions, machine: Host): ExitCode {
  const unreadable: UnreadableInput[] = [];
  const proposals =
    options.from.length > 0
      ? suggestForServices(readComposeServices(options.from, machine), mount => readMount(mount, machine))
      : suggestForFiles(files.length > 0 ? files : ['-'], options, machine, unreadable);
  machine.error(formatUnreadable(unreadable));
  const found = proposals.filter(proposal => !proposal.isEmpty);
  if (found.length === 0) {
    machine.error(
      'nothing suggests an order: no wait by hand, and no variable or argument that names a server of this input\n',
    );
  } else {
    deliver(found.map(proposal => proposal.format()).join(''), options, machine);
  }
  return unreadable.length === 0 ? ExitCode.OK : ExitCode.UNUSABLE;
}

function suggestForFiles(
  files: readonly string[],
  options: SuggestOptions,
  machine: Host,
  unreadable: UnreadableInput[],
): Proposal[] {
  const images = loadImageFile(options, machine);
  const values = [...readDocuments(files, machine, unreadable)].map(document => document.value);
  const pods = values.flatMap(findWorkloads).map(workload => readPod(workload, options.kubernetesVersion, images));
  const services = values.flatMap(unwrapDocument).filter(({ kind }) => kind === 'Service');
  return suggestForManifests(pods, services);
}

/** A name of a configuration. Other files can be large, or no files at all. */
const CONFIGURATION = /\.(?:conf(?:ig)?|cfg|ini|json|properties|template|toml|xml|ya?ml)$|^Caddyfile$/;

/** Returns the mounted configuration, or those in the folder if it is mounted below /etc, without their comments. */
export function readMount({ source, target }: ServiceMount, machine: Host): MountedFile[] {
  const files: MountedFile[] = [];
  const add = (path: string) => {
    const file = basename(path);
    if (CONFIGURATION.test(file)) {
      files.push({ file, text: readSource(path, machine).replace(/^\s*#.*/gm, '') });
    }
  };
  try {
    const entries = machine.list(source);
    if (entries === undefined) {
      add(source);
    } else if (target.startsWith('/etc/')) {
      entries
        .filter(entry => !entry.isDirectory)
        .forEach(({ name }) => {
          add(join(source, name));
        });
    }
  } catch {
    // The compose file can come from another machine.
  }
  return files;
}
