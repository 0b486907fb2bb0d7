import { AddHelpTextContext, Argument, Command, InvalidArgumentError, Option, OutputConfiguration } from 'commander';
import { explainCommand } from './explain-command';
import { ExitCode, Host } from './host';
import { imagesCommand } from './images/images-command';
import { PROGRAMS } from './images/programs';
import { lintCommand } from './lint-command';
import { orderCommand } from './order/order-command';
import { colour } from './paint';
import { plotCommand } from './plot-command';
import { reportCommand } from './report-command';
import { timelineCommand } from './timeline-command';
import { VERSION } from './version';
import { Guarantee } from '../../src/api/enums';
import { closestName } from '../../src/api/private/closest-name';
import { NEWEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { IMAGE_FILE } from '../../src/images/image-file';
import { DEFAULT_VERSION, describeUnknownVersion, parseVersion } from '../../src/pod/capabilities';
import { RULES } from '../lint/lint';
import { FAIL_ON } from '../lint/severity';

const UNUSABLE = '2  invalid usage, or an input that cannot be read; the other inputs are still checked';
const DONE = ['0  done', UNUSABLE];

/** What --detail adds to a plan. */
const DETAILS =
  'the reason for each mechanism, the purpose of each written field, the shutdown, and the predicted times';

const DOCS = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order/blob/main/docs';

const EXAMPLES = [
  'cdk8s-startup-order order manifests.yaml > ordered.yaml',
  'helm template shop ./chart | cdk8s-startup-order lint -',
];

const FILES = new Argument('<files...>', 'manifests, directories with manifests, or - for standard input');
const PLANS = new Argument(
  '<files...>',
  'manifests, directories with manifests, files of plans, or - for standard input',
);
const WORKLOAD = collectRepeated('--workload <name>', 'only the workload with this name');
const IMAGES_TEXT = `the image file that \`cdk8s-startup-order images\` writes (default: ${IMAGE_FILE}, if it exists)`;
const IMAGES = new Option('--images <file>', IMAGES_TEXT);
const OUTPUT = new Option('--output <file>', 'write to this file instead of standard output');

interface CommandParts {
  readonly name: string;
  readonly description: string;
  readonly exitCodes: readonly string[];
  /** The path of the page below docs. */
  readonly page: string;
  readonly examples: readonly string[];
  readonly options: readonly Option[];
  readonly operands: Argument;
  readonly run: (operands: any, options: any, machine: Host) => ExitCode | Promise<ExitCode>;
}

/** Defines the command line. `output` prints help and usage errors. `end` receives the exit code of a command. */
export function createProgram(
  machine: Host,
  output: OutputConfiguration,
  end: (code: ExitCode | Promise<ExitCode>) => void,
): Command {
  const all = new Command('cdk8s-startup-order')
    .description('Shows, checks and writes the start order of the containers of pods.')
    .version(VERSION)
    .option('--no-color', 'without colours, also on a terminal; the variable NO_COLOR does the same')
    .addHelpText('after', describeExamples('README.md', EXAMPLES))
    .configureHelp({
      styleTitle: title => colour(title, 'bold'),
      styleSubcommandText: name => colour(name, 'cyan'),
      styleOptionText: option => colour(option, 'cyan'),
    })
    .configureOutput(output)
    .showHelpAfterError('(see --help)')
    .exitOverride();
  const add = ({ name, description, exitCodes, page, examples, options, operands, run }: CommandParts) => {
    const created = all.command(name).description(description).addArgument(operands);
    for (const option of options) {
      created.addOption(option);
    }
    created
      .addHelpText(
        'after',
        help => createSection('Exit codes:', exitCodes)(help) + describeExamples(page, examples)(help),
      )
      .action((given, chosen) => {
        end(run(given, chosen, machine));
      });
  };
  const reading = [WORKLOAD, IMAGES, kubernetesVersion(machine)];

  add({
    name: 'order',
    description: 'put the containers of pods in the order that an annotation or a StartupOrder declares',
    exitCodes: [
      '0  done; with --check: each declared order is there',
      '1  the compose files have dependencies, and none can be enforced; with --check: an order is missing, ' +
        'stale, or weaker than --guarantee; standard output is empty',
      '2  invalid usage, or an error in the manifests or declarations; standard output is empty',
    ],
    page: 'how-to/which-way.md',
    examples: [
      'cdk8s-startup-order order manifests.yaml > ordered.yaml',
      'cdk8s-startup-order order --file order.yaml --explain manifests/ --output ordered.yaml',
    ],
    options: [
      collectRepeated('-f, --file <file>', 'objects of the kind StartupOrder'),
      collectRepeated(
        '--from <file>',
        'the output of `docker compose config --format json`, or the compose files, for manifests from kompose ' +
          'or Compose Bridge',
      ),
      createFormatOption(
        ['manifests', 'patches', 'objects', 'policy'],
        'manifests: all documents, or the ResourceList of a KRM function; patches: a Component of Kustomize ' +
          'with JSON patches; objects: the objects.yaml of this Component; policy: a ValidatingAdmissionPolicy ' +
          'that refuses pods whose order a webhook has broken',
      ),
      OUTPUT,
      new Option(
        '--action <action>',
        'with --format policy: the response to a pod whose order is broken; deny is the default',
      ).choices(['deny', 'warn', 'audit']),
      new Option(
        '--namespace <namespace>',
        'with --format policy: the namespace of workloads without a namespace',
      ).argParser(readName),
      new Option(
        '--policy-name <name>',
        'with --format policy: a name that no other policy in the cluster has',
      ).argParser(text => text.split('.').map(readName).join('.')),
      new Option('--explain', 'describe the plan of each workload on standard error'),
      new Option('--detail', `like --explain, also with ${DETAILS}`).implies({ explain: true }),
      new Option(
        '--suggest',
        'print a StartupOrder for each workload, or for each service of --from, with the reason for each ' +
          'dependency: waits by hand, and environment variables and arguments that name Services or containers; ' +
          'read it, correct it, and pass it with --file',
      ).conflicts([
        'file',
        'format',
        'explain',
        'check',
        'helmPlugin',
        'action',
        'namespace',
        'policyName',
        'guarantee',
        'architecture',
        'createServiceAccount',
      ]),
      new Option(
        '--check',
        'compare the output of an earlier `order` with the declarations, and write nothing',
      ).conflicts(['format', 'output', 'explain', 'helmPlugin']),
      createGuaranteeOption(),
      new Option('--kubernetes-version <version>', `${OLDEST_NODE}, if the StartupOrder does not specify it`).argParser(
        readVersion,
      ),
      new Option(
        '--architecture <architecture>',
        'the architecture of all nodes, as in amd64, if the StartupOrder does not specify it',
      ),
      new Option('--images <file>', `${IMAGES_TEXT}, if the StartupOrder does not specify it`),
      new Option(
        '--create-service-account',
        'give a pod without a service account one of its own, with a Role, if a dependency needs the Kubernetes ' +
          'API and the StartupOrder does not decide; ' +
          'the pull secrets and the cloud identity of the account `default` then no longer apply',
      ),
      new Option(
        '--helm-plugin',
        'print errors as a text on standard output and exit with 0, because Helm 4 shows only this output of a plugin',
      ),
    ],
    operands: new Argument(
      '[files...]',
      'manifests, directories with manifests, or - for standard input, which is the default',
    ),
    run: orderCommand,
  });

  add({
    name: 'lint',
    description: 'find start orders in manifests that Kubernetes does not enforce, and suggest corrections',
    exitCodes: [
      '0  nothing found, or nothing of at least the severity of --fail-on',
      '1  findings of that severity or a higher one',
      UNUSABLE,
    ],
    page: 'reference/lint.md',
    examples: ['cdk8s-startup-order lint manifests/', 'helm template shop ./chart | cdk8s-startup-order lint -'],
    options: [
      createFormatOption(['text', 'json', 'sarif']),
      new Option('--fail-on <severity>', 'the lowest severity that gives exit code 1')
        .choices(FAIL_ON)
        .default('error'),
      collectRepeated('--ignore <rule>', 'a rule to skip', parseRule),
      collectRepeated(
        '--exclude <path>',
        'a file or directory to skip, by its name or the end of its path, as in templates; * stands for any ' +
          'characters',
      ),
      new Option(
        '--skip-unreadable',
        'report files of directories that cannot be read as notes, as in a chart with templates, and do not exit ' +
          'with 2',
      ),
      IMAGES,
      kubernetesVersion(machine),
      OUTPUT,
    ],
    operands: FILES,
    run: lintCommand,
  });

  add({
    name: 'explain',
    description: 'show the order that the kubelet enforces in each workload, and expected orders that nothing enforces',
    exitCodes: DONE,
    page: 'how-to/pipeline.md',
    examples: ['cdk8s-startup-order explain manifests/', 'helm get manifest shop | cdk8s-startup-order explain -'],
    options: [
      createFormatOption(['text', 'json']),
      new Option('--detail', `for files of plans: also ${DETAILS}`),
      ...reading,
      OUTPUT,
    ],
    operands: PLANS,
    run: explainCommand,
  });

  add({
    name: 'plot',
    description:
      'draw when the containers of each workload start, and which container waits for which; each container of a ' +
      'manifest is ready after one second, because manifests do not contain this time',
    exitCodes: DONE,
    page: 'how-to/pipeline.md',
    examples: [
      'cdk8s-startup-order plot manifests/ --output pictures/',
      'cdk8s-startup-order plot manifests/ --workload web --output web.svg',
    ],
    options: [
      createFormatOption(['svg', 'json']),
      ...reading,
      new Option(
        '--output <file>',
        'write to this file; a directory, or a path that ends with /, receives one file for each workload ' +
          '(one file, and standard output, accept only one workload)',
      ),
    ],
    operands: PLANS,
    run: plotCommand,
  });

  add({
    name: 'report',
    description: 'write an HTML page with a timeline of each workload; the page needs no network',
    exitCodes: DONE,
    page: 'how-to/pipeline.md',
    examples: [
      'cdk8s-startup-order report manifests/ --output report.html',
      'kustomize build shop | cdk8s-startup-order report - --output report.html',
    ],
    options: [...reading, OUTPUT],
    operands: PLANS,
    run: reportCommand,
  });

  add({
    name: 'timeline',
    description: 'show why a pod in a cluster has not started, with the time of each event',
    exitCodes: [
      '0  the pod is ready, or has succeeded',
      '1  the pod is not ready yet, or has failed',
      '2  invalid usage, or the pod cannot be read',
    ],
    page: 'how-to/pipeline.md',
    examples: [
      'cdk8s-startup-order timeline web-7d4b9c-x2x7z',
      'cdk8s-startup-order timeline --pod pod.json --events events.json',
    ],
    options: [
      new Option(
        '-n, --namespace <namespace>',
        'the namespace of the pod; without it, the namespace of the current context',
      ).conflicts('pod'),
      new Option(
        '--pod <file>',
        'the output of `kubectl get pod NAME -o json`, instead of a call of kubectl; - for standard input',
      ),
      new Option('--events <file>', 'with --pod: the output of `kubectl get events -o json`'),
      createFormatOption(['text', 'json', 'svg']),
      IMAGES,
      kubernetesVersion(machine, 'the version of the node, for the prediction, as in 1.33', `1.${NEWEST_MINOR}`),
      OUTPUT,
    ],
    operands: new Argument('[pod]', 'the name of the pod'),
    run: timelineCommand,
  });

  add({
    name: 'images',
    description:
      'write the commands of images to a file, so that synth can order containers whose command only their ' +
      'image contains',
    exitCodes: [
      '0  done; with --check: the file is up to date',
      '1  with --check: an image is missing, is no longer used, or has another digest or configuration',
      '2  invalid usage, or an image that cannot be read; the file is unchanged',
    ],
    page: 'how-to/images.md',
    examples: ['cdk8s-startup-order images manifests/', 'cdk8s-startup-order images --image shop/web:7 --with crane'],
    options: [
      new Option('--output <file>', 'the image file').default(IMAGE_FILE),
      new Option('--all', 'the images of all containers, not only of dependents without `command`'),
      collectRepeated('--image <reference>', 'also this image, as in shop/web:7, even if no manifest contains it'),
      new Option('--check', 'compare the file with the images, and write nothing'),
      new Option(
        '--with <program>',
        'the program that reads the images: crane, skopeo or buildx (docker buildx) from their registries, ' +
          'docker or podman on this machine; by default the first program on the PATH',
      ).choices(Object.keys(PROGRAMS)),
      WORKLOAD,
      kubernetesVersion(machine),
    ],
    operands: new Argument(
      '[manifests...]',
      'manifests, directories with manifests, or - for standard input; without manifests, the images of the file',
    ),
    run: imagesCommand,
  });
  return all;
}

/** The last part of a help text. `page`: the path of the page below docs. */
function describeExamples(page: string, examples: readonly string[]): (help: AddHelpTextContext) => string {
  return help =>
    createSection('Examples:', examples)(help) + createSection('Documentation:', [`${DOCS}/${page}`])(help);
}

function createSection(title: string, lines: readonly string[]): (help: AddHelpTextContext) => string {
  return ({ command }) => `\n${command.createHelp().styleTitle(title)}\n${lines.map(line => `  ${line}\n`).join('')}`;
}

const OLDEST_NODE =
  `the version of the oldest node, as in 1.33 or 1.33.5 (default: the version that the manifest records, ` +
  `otherwise ${DEFAULT_VERSION})`;

function kubernetesVersion(machine: Host, description = OLDEST_NODE, byDefault?: string): Option {
  return new Option('--kubernetes-version <version>', description).default(byDefault).argParser(text => {
    const version = readVersion(text);
    const unknown = describeUnknownVersion(text);
    if (unknown !== undefined) {
      machine.error(`${unknown}\n`);
    }
    return version;
  });
}

/** Returns the version without the suffix of a distribution, as in 1.33.5 for v1.33.5-eks-113cf36. */
function readVersion(text: string): string {
  const given = parseVersion(text);
  if (given === undefined) {
    throw new InvalidArgumentError('Write it as in 1.33, and 1.30 instead of 1.3.');
  }
  return given.minor + given.patch;
}

/** The option also accepts lower case. */
function createGuaranteeOption(): Option {
  const option = new Option(
    '--guarantee <guarantee>',
    'the guarantee of each dependency, if neither it nor the StartupOrder specifies one',
  ).choices(Object.values(Guarantee));
  const parse = option.parseArg!;
  return option.argParser((text: string, before: string) => parse(text.toUpperCase(), before));
}

/** The first format is the default. */
function createFormatOption(formats: readonly string[], description = 'the output format'): Option {
  return new Option('--format <format>', description).choices(formats).default(formats[0]);
}

function collectRepeated(flags: string, description: string, read = (value: string) => value): Option {
  return new Option(flags, `${description}; may be repeated`)
    .default([], 'none')
    .argParser((value: string, before: readonly string[]) => [...before, read(value)]);
}

function parseRule(name: string): string {
  const known = RULES.map(r => r.id);
  if (known.includes(name)) {
    return name;
  }
  const closest = closestName(name, known);
  throw new InvalidArgumentError(
    closest === undefined
      ? 'There is no rule of this name.'
      : `There is no rule of this name; did you mean ${closest}?`,
  );
}

/** The name of a namespace, or a part of the name of a policy. */
function readName(text: string): string {
  if (text.length > 63 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'A name has at most 63 characters: lower-case letters, digits and dashes, and no dash as its first or ' +
        'last character.',
    );
  }
  return text;
}
