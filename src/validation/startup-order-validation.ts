import { Properties, propertiesOf } from './validation-options';
import { Finding, lint } from '../inspect/lint/lint';
import { failsOn } from '../inspect/lint/severity';

/** What the cdk8s CLI gives to a validation. Its own types would make it a dependency. */
interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: {
    readonly addViolation: (violation: {
      readonly ruleName: string;
      readonly recommendation: string;
      readonly fix: string;
      readonly violatingResources: readonly { readonly resourceName: string; readonly locations: readonly string[]; readonly manifestPath: string }[];
    }) => void;
    readonly submit: (status: 'success' | 'failure', metadata: Readonly<Record<string, string>>) => void;
  };
  readonly parseManifest: (path: string) => readonly unknown[];
}

/**
 * Lets `cdk8s synth` judge the start order in all manifests of an app, also in those that were written without this library: `cdk8s.yaml` names it
 * under `validations`. What it finds is in the report of the CLI, and makes `cdk8s synth` end with 2.
 *
 * Properties: `kubernetesVersion` (of the oldest node, such as `'1.33'`), `failOn` (the least severity that makes it fail: `error`, which is the
 * default, `warning`, `note` or `never`) and `ignore` (names of rules to leave out).
 *
 * It is loaded by the CLI only, so it is no part of the library in other languages; their apps name it in `cdk8s.yaml` just the same.
 *
 * @jsii ignore
 */
export class StartupOrderValidation {
  private readonly properties: Properties;

  /** @throws when there is a property that it does not know. */
  constructor(properties: Readonly<Record<string, unknown>> = {}) {
    this.properties = propertiesOf(properties);
  }

  public async validate(context: ValidationContext): Promise<void> {
    const { kubernetesVersion, failOn, ignore } = this.properties;
    const documents = context.manifests.flatMap(manifestPath => context.parseManifest(manifestPath).map(document => ({ manifestPath, document })));
    const findings = lint(documents.map(d => d.document), { kubernetesVersion }).filter(f => !ignore.includes(f.rule));

    for (const alike of groups(findings)) {
      const { rule, severity, message, why, fix } = alike[0];
      context.report.addViolation({
        ruleName: `${rule} (${severity})`,
        recommendation: `${message}. ${why}`,
        fix: `${fix.without}; or, with this library: ${fix.withLibrary}`,
        violatingResources: alike.map(({ workload, path, document }) => (
          { resourceName: workload.name, locations: [path], manifestPath: documents[document].manifestPath })),
      });
    }
    const number = (severity: string) => `${findings.filter(f => f.severity === severity).length}`;
    context.report.submit(findings.some(f => failsOn(failOn, f.severity)) ? 'failure' : 'success',
      { errors: number('error'), warnings: number('warning'), notes: number('note') });
  }
}

/** Those of which the same is to be said. */
function groups(findings: readonly Finding[]): Finding[][] {
  const byText = new Map<string, Finding[]>();
  for (const finding of findings) {
    const text = `${finding.rule} ${finding.message}`;
    byText.set(text, [...byText.get(text) ?? [], finding]);
  }
  return [...byText.values()];
}
