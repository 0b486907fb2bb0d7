import { addComposeOrders, ComposeOptions } from './compose-orders';
import { ManifestStream, StreamDocument } from './manifest-stream';
import { PlannedWorkload, titleOf } from './order-workload';
import { writeManifests } from './write-manifests';
import { writeObjects, writePatches } from './write-patches';
import { isResourceList, writeResourceList } from './write-resource-list';
import { problem, startOrderError } from '../../api/private/problem';
import { declareOrders, DeclaredOrders } from '../../declarations/declare-orders';
import { API_VERSION, isStartupOrder, parseStartupOrder } from '../../declarations/startup-order-object';
import { readImageFile } from '../../images/read-image-file';
import { textOf, valueAt } from '../../inspect/reader/coerce-json';
import { explain } from '../../report/explain';
import { toStartupPlan } from '../../report/to-startup-plan';
import { ExitCode } from '../exit-code';
import { formatUnreadable } from '../findings-text';
import { Host } from '../host';
import { DocumentText, UnreadableInput } from '../parse-documents';
import { Progress } from '../progress';
import { InputText, readTexts } from '../read-input';

export interface OrderOptions extends ComposeOptions {
  /** Files with objects of the kind StartupOrder. */
  readonly file: readonly string[];
  readonly output: 'manifests' | 'patches' | 'objects';
  readonly explain?: boolean;
  readonly ascii?: boolean;
  readonly kubernetesVersion?: string;
  readonly architecture?: string;
  readonly images?: string;
  /** Prints an error as a text instead of the manifests. */
  readonly helmPlugin?: boolean;
}

const WRITERS = { manifests: writeManifests, patches: writePatches, objects: writeObjects };

/** Writes the manifests with their workloads in order. With an error, standard output stays empty. */
export function orderCommand(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  return options.helmPlugin ? orderForHelm(files, options, machine) : orderManifests(files, options, machine);
}

/**
 * Orders as a post-renderer of Helm 4, which shows neither the standard error of a plugin nor its exit code (4.3.1, runtime_subprocess.go runPostrenderer). The
 * errors become the output, as one YAML text. Helm fails on it, and its error contains the text.
 */
function orderForHelm(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  let errors = '';
  let code = ExitCode.UNUSABLE;
  try {
    code = orderManifests(files, options, { ...machine, isWatched: false, error: text => { errors += text; } });
  } catch (error) {
    errors += `${(error as Error).message}\n`;
  }
  if (code !== ExitCode.OK) { machine.out(`|2\n${errors.replace(/^/gm, '  ').trimEnd()}\n`); }
  return ExitCode.OK;
}

function orderManifests(files: readonly string[], options: OrderOptions, machine: Host): ExitCode {
  if (options.profile.length > 0 && options.from.length === 0) { throw new Error('--profile selects services of a compose file; write --from with the file, too'); }
  const progress = new Progress(machine);
  const stream = new ManifestStream();
  const declarations = new DeclarationReader(stream);
  const fail = (read: UnreadableInput) => { stream.reportUnreadable(read); };
  for (const text of readTexts(options.file, machine, fail)) { declarations.readFile(text); }
  for (const text of readTexts(files.length > 0 ? files : ['-'], machine, fail)) {
    stream.read(text, (source, document) => declarations.take(source, document));
    progress.tell(() => `${text.source}: ${stream.documents.length} documents read`);
  }

  const orders = findOrders(stream, options, machine);
  stream.checkWaits(orders);
  const texts: string[] = [];
  const announced: string[] = [];
  if (stream.problems.length === 0) {
    const [first, second] = stream.documents;
    const write = !second && isResourceList(first?.document.read()) ? writeResourceList : WRITERS[options.output];
    texts.push(...write(stream, orders, planned => {
      if (options.explain) { announced.push(describe(planned, options, machine)); }
      progress.tell(() => `${announced.length} workloads ordered`);
    }));
  }
  progress.end();
  if (stream.problems.length > 0) {
    machine.error(formatUnreadable(stream.problems).replace(/: cannot be checked: /g, ': '));
    return ExitCode.UNUSABLE;
  }
  machine.error(announced.join('\n'));
  for (const text of texts) { machine.out(text); }
  return ExitCode.OK;
}

/** Finds the order of each workload, and reports the problems of the declarations. */
function findOrders(stream: ManifestStream, options: OrderOptions, machine: Host): DeclaredOrders['orders'] {
  const { workloads } = stream;
  const readImages = (path: string | undefined) => {
    const named = path !== undefined ? { path, where: '`spec.images`' } : options.images !== undefined ? { path: options.images, where: '`--images`' } : undefined;
    return readImageFile(named, file => machine.read(file));
  };
  const { kubernetesVersion, architecture } = options;
  const found = declareOrders(stream.declarations.map(({ object }) => object), workloads, { kubernetesVersion, architecture, readImages });
  if (found.contextProblems.length > 0) { throw startOrderError(found.contextProblems.map(wrong => ({ path: 'order', problem: wrong }))); }
  for (const { object, keys, problem: wrong } of found.objectProblems) {
    const declared = stream.declarations[object];
    stream.report(declared, [...declared.keys, ...keys], wrong);
  }
  const documents = stream.documents.flatMap(document => document.workloads.map(() => document));
  for (const { workload, keys, problem: wrong } of found.workloadProblems) {
    stream.report(documents[workload], keys, wrong, titleOf(workloads[workload]));
  }
  return options.from.length > 0 ? addComposeOrders(stream, found, options, machine) : found.orders;
}

/** Collects the objects of the kind StartupOrder: from the files of `--file`, from the manifests, and from `functionConfig` of a ResourceList. */
class DeclarationReader {
  constructor(private readonly stream: ManifestStream) {}

  public readFile(text: InputText): void {
    const file = new ManifestStream();
    file.read(text, (source, document) => this.take(source, document));
    this.stream.problems.push(...file.problems);
    for (const { source, document } of file.documents) {
      const value = document.read();
      if (value === null || value === undefined) { continue; }
      this.stream.report({ source, document }, [], problem('SO671', { given: textOf(valueAt(value, ['kind'])) ?? '', wanted: API_VERSION }));
    }
  }

  /** Returns whether the document is a declaration and no manifest. */
  public take(source: string, document: DocumentText): boolean {
    const value = document.read();
    if (isResourceList(value)) {
      if (isStartupOrder(value.functionConfig)) { this.add({ source, document }, value.functionConfig, ['functionConfig']); }
      return false;
    }
    if (!isStartupOrder(value)) { return false; }
    this.add({ source, document }, value, []);
    return true;
  }

  private add(place: Pick<StreamDocument, 'source' | 'document'>, value: unknown, keys: readonly string[]): void {
    const { object, problems } = parseStartupOrder(value);
    problems.forEach(wrong => { this.stream.report(place, [...keys, ...wrong.keys], wrong.problem); });
    if (!object) { return; }
    const { source, document } = place;
    this.stream.declarations.push({ source, document, object: { ...object, place: `${source}:${document.positionOf(keys).line}` }, keys });
  }
}

function describe({ workload, settings, plan, reason }: PlannedWorkload, { ascii }: OrderOptions, { width }: Host): string {
  if (reason !== undefined) { return `${titleOf(workload)} ${reason}\n`; }
  return explain(toStartupPlan(titleOf(workload), settings, plan), { ascii, width });
}
