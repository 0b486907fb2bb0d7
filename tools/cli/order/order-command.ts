import { resolve } from 'path';
import { readComposeServices } from './read-compose-services';
import { suggestOrders } from './suggest-orders';
import { describeWeakDependencies, findWeakDependencies, WeakDependency } from './weak-dependencies';
import { writeObjects, writePatches } from './write-patches';
import { PolicyOptions, writePolicy } from './write-policy';
import { Guarantee } from '../../../src/api/enums';
import { DEPENDS_ON_ANNOTATION } from '../../../src/api/private/annotations';
import { readImageFile } from '../../../src/images/image-file';
import { describeUnknownVersion } from '../../../src/pod/capabilities';
import { explain } from '../../../src/report/explain';
import { toStartupPlan } from '../../../src/report/to-startup-plan';
import { addComposeOrders } from '../../compose/compose-orders';
import { checkOrders } from '../../order/check-orders';
import { Orders } from '../../order/declare-orders';
import { ManifestStream } from '../../order/manifest-stream';
import { PlannedWorkload } from '../../order/order-workload';
import { UnreadableInput } from '../../order/parse-documents';
import { writeManifests } from '../../order/write-manifests';
import { formatTitle } from '../../read/find-workloads';
import { formatUnreadable } from '../findings-text';
import { ExitCode, Host } from '../host';
import { FileOptions, isStandardOutput, writeFile } from '../output';
import { checkStandardInput, nameSource, readTexts } from '../read-input';

interface OrderOptions extends FileOptions, PolicyOptions {
  /** The model of compose files, or the compose files. */
  readonly from: readonly string[];
  /** Files with objects of the kind StartupOrder. */
  readonly file: readonly string[];
  readonly format: 'manifests' | 'patches' | 'objects' | 'policy';
  readonly explain?: boolean;
  /** With `explain`: also the reasons and the prediction of each plan. */
  readonly detail?: boolean;
  /** Writes nothing, and reports the pods that are not in their declared order. */
  readonly check?: boolean;
  /** Prints proposals, and orders nothing. */
  readonly suggest?: boolean;
  readonly guarantee?: Guarantee;
  readonly architecture?: string;
  readonly createServiceAccount?: boolean;
  /** Prints an error as a text instead of the manifests. */
  readonly helmPlugin?: boolean;
}

const WRITERS = { manifests: writeManifests, patches: writePatches, objects: writeObjects, policy: writePolicy };

/** Writes the manifests with their workloads in order. With an error, standard output stays empty. */
export function orderCommand(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  if (options.suggest) {
    return suggestOrders(files, options, machine);
  }
  return options.helmPlugin ? orderForHelm(files, options, machine) : orderManifests(files, options, machine);
}

/**
 * Orders as a post-renderer of Helm 4, which shows neither the standard error of a plugin nor its exit code (4.3.1,
 * runtime_subprocess.go runPostrenderer). The errors become the output, as one YAML text. Helm fails on it, and its
 * error contains the text.
 */
function orderForHelm(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  let errors = '';
  let code = ExitCode.UNUSABLE;
  try {
    code = orderManifests(files, options, {
      ...machine,
      error: text => {
        errors += text;
      },
    });
  } catch (error) {
    errors += `${(error as Error).message}\n`;
  }
  if (code !== ExitCode.OK) {
    machine.out(`|2\n${errors.replace(/^/gm, '  ').trimEnd()}\n`);
  }
  return ExitCode.OK;
}

function orderManifests(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  const manifests = files.length > 0 ? files : ['-'];
  checkStandardInput({ '--from': options.from, '--file': options.file, 'the manifests': manifests });
  const { action, namespace, policyName } = options;
  const ofPolicy = { '--action': action, '--namespace': namespace, '--policy-name': policyName };
  for (const [option, value] of Object.entries(ofPolicy)) {
    if (value !== undefined && options.format !== 'policy') {
      throw new Error(`${option} needs --format policy`);
    }
  }
  const stream = new ManifestStream();
  const fail = (read: UnreadableInput) => {
    stream.reportUnreadable(read);
  };
  const declared = new Set<string>();
  for (const text of readTexts(options.file, machine, fail)) {
    declared.add(resolve(text.source));
    stream.read(text, true);
  }
  for (const text of readTexts(manifests, machine, fail)) {
    // The folder with the manifests may contain the file.
    if (!declared.has(resolve(text.source))) {
      stream.read(text);
    }
  }

  const { orders, isLost } = findAllOrders(stream, options, machine);
  stream.checkWaits(orders);
  const isUndeclared = stream.workloads.length > 0 && orders.size === 0 && options.from.length === 0;
  if (isUndeclared && stream.problems.length === 0) {
    machine.error(`the input declares no start order: neither ${DEPENDS_ON_ANNOTATION} nor a StartupOrder\n`);
  }
  // Invalid declarations are no result of the comparison.
  if (options.check && stream.problems.length === 0) {
    checkOrders(stream, orders);
    return reportProblems(stream, ExitCode.FOUND, machine);
  }
  const texts: string[] = [];
  const weak: WeakDependency[] = [];
  const unknownVersions = new Set<string>();
  const announced: string[] = [];
  if (stream.problems.length === 0) {
    const ordered = stream.order(orders, planned => {
      if (options.explain) {
        announced.push(describe(planned, options, machine));
      }
      weak.push(...findWeakDependencies(planned));
      const { newerThanKnown } = planned.settings.target;
      if (newerThanKnown !== undefined) {
        unknownVersions.add(describeUnknownVersion(newerThanKnown)!);
      }
    });
    texts.push(...WRITERS[options.format](stream, ordered, options));
  }
  if (stream.problems.length > 0) {
    return reportProblems(stream, ExitCode.UNUSABLE, machine);
  }
  if (isLost) {
    return ExitCode.FOUND;
  }
  machine.error(announced.join('\n'));
  for (const version of unknownVersions) {
    machine.error(`${version}\n`);
  }
  machine.error(describeWeakDependencies(weak));
  if (!isStandardOutput(options.output)) {
    writeFile(options.output, texts.join(''), machine);
    return ExitCode.OK;
  }
  for (const text of texts) {
    machine.outManifest(text);
  }
  return ExitCode.OK;
}

function reportProblems({ problems }: ManifestStream, code: ExitCode, machine: Host): ExitCode {
  machine.error(formatUnreadable(problems, ''));
  return problems.length === 0 ? ExitCode.OK : code;
}

/**
 * Returns the order of each workload: from its annotation, from an object, or from a compose file. Prints what the
 * manifests lose of a compose file. `isLost`: they lose all of its dependencies.
 */
function findAllOrders(
  stream: ManifestStream,
  options: OrderOptions,
  machine: Host,
): { readonly orders: Orders; readonly isLost: boolean } {
  const readImages = (ofObject: string | undefined) => {
    const option = ofObject === undefined ? '`--images`' : '`spec.images`';
    return readImageFile(ofObject ?? options.images, option, machine.read);
  };
  const found = stream.findOrders({ ...options, readImages });
  if (options.from.length === 0) {
    return { orders: found.orders, isLost: false };
  }
  const source = nameSource(options.from[0]);
  const services = readComposeServices(options.from, machine);
  const { orders, isLost, losses, exposed } = addComposeOrders(stream, found, services, source);
  for (const lost of losses) {
    machine.error(`${source}: warning: ${lost.text} [${lost.code}]\n`);
  }
  machine.error(exposed);
  return { orders, isLost };
}

function describe(
  { workload, settings, plan, reason }: PlannedWorkload,
  { detail }: OrderOptions,
  { width }: Host,
): string {
  if (reason !== undefined) {
    return `${formatTitle(workload)} ${reason}\n`;
  }
  return explain(toStartupPlan(formatTitle(workload), settings, plan), { width, detail });
}
