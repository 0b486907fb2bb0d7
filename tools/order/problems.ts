import { entry, raise } from '../../src/api/private/problem';

/** The places in which the command `order` finds pods. */
const READ_BY_ORDER =
  '`order` reads Pods, and pod templates with containers in spec.template, spec.jobTemplate.spec.template or template';

export const PROBLEMS = {
  SO660: entry(
    'annotation that is not JSON',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      given: "'{app: [proxy]}'",
      why: 'Expected property name',
    },
    a => `the annotation ${a.annotation} is not JSON (${a.why}): ${a.given}; write it as in '{"app": ["proxy"]}'`,
  ),
  SO661: entry(
    'object without exactly one of several fields',
    {
      what: 'spec.containers.proxy.readyWhen',
      given: ['httpGet', 'tcpSocket'] as readonly string[],
      known: ['exec', 'httpGet', 'tcpSocket'] as readonly string[],
    },
    a => {
      const found = a.given.length === 0 ? 'none of its fields' : `the fields ${a.given.join(' and ')}`;
      return `\`${a.what}\` has ${found}; give it exactly one of: ${a.known.join(', ')}`;
    },
  ),
  SO662: entry(
    'unknown version of the object StartupOrder',
    { given: "'cdk8s-startup-order.github.io/v2'", known: 'cdk8s-startup-order.github.io/v1alpha1' },
    a =>
      `the apiVersion of the StartupOrder is ${a.given}; write '${a.known}', or use a newer version of ` +
      `cdk8s-startup-order`,
  ),
  SO663: entry(
    'selector without a workload',
    {
      selector: 'Deployment shop/wbe',
      found: ['Deployment shop/web', 'Job shop/migrate'] as readonly string[],
      closest: 'Deployment shop/web' as string | undefined,
    },
    a =>
      `no workload matches the selector (${a.selector}); the input has: ` +
      `${a.found.join(', ') || 'no workload'}; ` +
      `${a.closest === undefined ? 'correct' : `did you mean ${a.closest}? Correct`} the selector, or add the ` +
      `manifest of the workload (${READ_BY_ORDER})`,
  ),
  SO664: entry(
    'two declarations for one pod',
    {
      workload: 'Deployment shop/web',
      first: "the StartupOrder 'shop'",
      second: 'the annotation cdk8s-startup-order.github.io/depends-on',
    },
    a => `${a.workload} gets its start order from ${a.first} and from ${a.second}; keep one of the two`,
  ),
  SO665: entry(
    'annotation outside the pod template',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      workload: 'Deployment shop/web',
      path: 'spec.template.metadata.annotations',
    },
    a =>
      `${a.workload} has the annotation ${a.annotation} in its own metadata, where it has no effect; write it ` +
      `to ${a.path}`,
  ),
  SO666: entry(
    'field without an effect',
    { what: 'spec.containers.app.dependsOn.db.condition', why: "'db' is an external dependency" },
    a => `\`${a.what}\` has no effect, because ${a.why}; remove it`,
  ),
  SO667: entry(
    'external dependency with the name of a container',
    { name: 'db' },
    a =>
      `'${a.name}' is the name of a container and of an external dependency, so \`dependsOn\` would be ` +
      `ambiguous; give the external dependency another name`,
  ),
  SO668: entry(
    'annotation in an object that is not read',
    {
      annotation: 'cdk8s-startup-order.github.io/depends-on',
      workload: 'JobSet train',
      place: 'spec.replicatedJobs[0].template.spec.template.metadata.annotations',
    },
    a =>
      `${a.workload} has the annotation ${a.annotation} in ${a.place}, where it has no effect: ${READ_BY_ORDER}; ` +
      'write it there, or order this template as a Pod in another file, and copy its metadata and spec back',
  ),
  SO670: entry(
    'input that cannot be read',
    { why: 'there is no such file' },
    a => `${a.why}${a.why.includes('; ') ? '' : '; correct the input'}`,
  ),
  SO671: entry(
    'declaration file with another document',
    { given: 'Pod', wanted: 'cdk8s-startup-order.github.io/v1alpha1' },
    a =>
      `the document has the kind ${a.given}, and a file of \`--file\` contains only the kind StartupOrder with ` +
      `the apiVersion ${a.wanted}; pass manifests as arguments, ` +
      'without `--file`',
  ),
  SO673: entry(
    'init container that cannot be replaced',
    { name: 'migrate', what: 'does more than wait, or is not understood', found: ['wait-for-db'] as readonly string[] },
    a => {
      const can =
        a.found.length === 0 ? 'no init container of the pod only waits' : `these only wait: ${a.found.join(', ')}`;
      return `\`replaces\` contains '${a.name}', which ${a.what}; ${can}; remove the name, or change the manifest`;
    },
  ),
  SO674: entry(
    'init container whose wait would be lost',
    { name: 'wait-for-all', lost: 'TCP cache:6379' },
    a =>
      `\`replaces\` contains '${a.name}', which waits for ${a.lost}, and no dependency of the pod names it; ` +
      'add a dependency, give a dependency this name, or remove the init container from `replaces`',
  ),
  SO680: entry(
    'manifest whose text cannot be changed',
    { workload: 'Deployment shop/web' },
    a =>
      `the text of ${a.workload} contains YAML that cannot be changed, such as a list as a key, or JSON with large ` +
      `numbers that would change; write it in simpler YAML`,
  ),
  SO681: entry(
    'pod that is ordered in another way',
    { annotation: 'cdk8s-startup-order.github.io/ordered', given: 'sha256-1c1e6a4b0d33', now: 'sha256-9f86d081884c' },
    a =>
      `the annotation ${a.annotation} is '${a.given}', so the pod is already ordered, with other declarations ` +
      `or options (now '${a.now}'); use the manifest as it was before`,
  ),
  SO682: entry(
    'patch for a workload without a name',
    { kind: 'Job' },
    a =>
      `the ${a.kind} has no text in \`metadata.name\`, by which a patch finds it; write a name, or run ` +
      '`cdk8s-startup-order order` without `--format patches`',
  ),
  SO683: entry(
    'pod that is not in its declared order',
    {},
    () =>
      'the manifest declares a start order, and the pod is not in this order; run `cdk8s-startup-order order` ' +
      'on the manifest, and keep its output',
  ),
  SO684: entry(
    'ordered pod that does not enforce a dependency',
    { dependent: 'app', dependency: 'proxy', reached: 'BEST_EFFORT', wanted: 'FAIL_CLOSED' } as {
      dependent: string;
      dependency: string;
      reached?: string;
      wanted?: string;
      /** A sidecar for `sidecarsFirst`, which the declaration does not name: a webhook may have added it. */
      isUnnamed?: boolean;
    },
    a => {
      const reached =
        a.reached === undefined
          ? 'the ordered pod does not enforce it'
          : `the ordered pod enforces it with ${a.reached}, which is weaker than ${a.wanted}`;
      const options = a.reached === undefined ? '' : ` with \`--guarantee ${a.wanted}\``;
      const byWebhook = `if a webhook adds '${a.dependency}', have it add a startup probe, too; otherwise `;
      return (
        `container '${a.dependent}' depends on '${a.dependency}', and ${reached}; ${a.isUnnamed ? byWebhook : ''}` +
        `use the manifest as it was before, and run \`cdk8s-startup-order order\`${options}`
      );
    },
  ),
  SO685: entry(
    'ordered pod without a declaration',
    { annotation: 'cdk8s-startup-order.github.io/ordered', given: 'sha256-1c1e6a4b0d33' },
    a =>
      `the annotation ${a.annotation} is '${a.given}', so the pod is ordered, and the input declares no order ` +
      `for it; pass the StartupOrder with \`--file\`, ` +
      'or use the manifest as it was before',
  ),
  SO686: entry(
    'order against a wait in a command',
    { cycle: "'app' → 'proxy' → 'app'" },
    a =>
      `with this order, each of these containers would wait for the next one, because their commands wait, too: ` +
      `${a.cycle}; declare the waits of the commands in the order, too, or write the role APP for a container that ` +
      'would become a native sidecar',
  ),
};

export const problem = raise(PROBLEMS);
