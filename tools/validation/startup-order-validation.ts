import { readFileSync } from 'fs';
import { Properties, propertiesOf } from './validation-options';
import { groupBy } from '../../src/api/private/collections';
import { errorAt } from '../../src/api/private/problem';
import { ImageFile, readImageFile } from '../../src/images/image-file';
import { describeUnknownVersion } from '../../src/pod/capabilities';
import { lint } from '../lint/lint';
import { failsOn } from '../lint/severity';

/** The context that the cdk8s CLI passes to a validation. An import of its types would make the CLI a dependency. */
interface ValidationContext {
  readonly manifests: readonly string[];
  readonly report: {
    readonly addViolation: (violation: {
      readonly ruleName: string;
      readonly recommendation: string;
      readonly fix: string;
      readonly violatingResources: readonly {
        readonly resourceName: string;
        readonly locations: readonly string[];
        readonly manifestPath: string;
      }[];
    }) => void;
    readonly submit: (status: 'success' | 'failure', metadata: Readonly<Record<string, string>>) => void;
  };
  readonly parseManifest: (path: string) => readonly unknown[];
}

/**
 * A validation of the cdk8s CLI: reports problems of the start order in all manifests of an app, with or without this
 * library. Add it to `validations` in `cdk8s.yaml`. The report of the CLI contains the findings, and `cdk8s synth`
 * exits with 2.
 *
 * Properties: `kubernetesVersion` of the oldest node, such as `'1.33'` (by default the version that a manifest records,
 * otherwise `'1.29'`); `failOn`, the lowest severity that fails the validation: `error` (the default), `warning`,
 * `note` or `never`; `ignore`, the names of rules to skip; and `images`, the path of the image file (by default
 * `startup-order.images.json`, if it exists).
 *
 * Only the CLI loads this class, so it is not part of the library in other languages. Their apps add it to `cdk8s.yaml`
 * in the same way.
 *
 * @jsii ignore
 */
export class StartupOrderValidation {
  private readonly properties: Properties;

  /** @throws an error for an unknown or invalid property. */
  constructor(properties: Readonly<Record<string, unknown>> = {}) {
    this.properties = propertiesOf(properties);
  }

  public async validate(context: ValidationContext): Promise<void> {
    const { kubernetesVersion, failOn, ignore } = this.properties;
    const unknown = kubernetesVersion === undefined ? undefined : describeUnknownVersion(kubernetesVersion);
    if (unknown !== undefined) {
      process.stderr.write(`StartupOrderValidation: ${unknown}\n`);
    }
    const images = loadImages(this.properties.images);
    const documents = context.manifests.flatMap(manifestPath =>
      context.parseManifest(manifestPath).map(document => ({ manifestPath, document })),
    );
    const findings = lint(
      documents.map(d => d.document),
      { kubernetesVersion, images },
    ).filter(f => !ignore.includes(f.rule));

    for (const alike of groupBy(findings, f => `${f.rule} ${f.message}`).values()) {
      const { rule, severity, message, why, fix } = alike[0];
      context.report.addViolation({
        ruleName: `${rule} (${severity})`,
        recommendation: `${message}. ${why}`,
        fix: `${fix.without}; or, with this library: ${fix.withLibrary}`,
        violatingResources: alike.map(({ workload, path, document }) => ({
          resourceName: workload.name,
          locations: [path],
          manifestPath: documents[document].manifestPath,
        })),
      });
    }
    const number = (severity: string) => `${findings.filter(f => f.severity === severity).length}`;
    context.report.submit(findings.some(f => failsOn(failOn, f.severity)) ? 'failure' : 'success', {
      errors: number('error'),
      warnings: number('warning'),
      notes: number('note'),
    });
  }
}

/** A file that cannot be read is an error, as in synth. */
function loadImages(path: string | undefined): ImageFile | undefined {
  const { file, problems } = readImageFile(path, '`images` of StartupOrderValidation', name =>
    readFileSync(name, 'utf8'),
  );
  if (problems.length > 0) {
    throw errorAt('cdk8s.yaml', ...problems);
  }
  return file;
}
