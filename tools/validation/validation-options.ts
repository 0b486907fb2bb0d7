import { checkArguments, kind, list, oneOf, STRING, struct } from '../../src/api/private/kind';
import { parseVersion } from '../../src/pod/capabilities';
import { FAIL_ON, FailOn } from '../lint/severity';

/** The properties of the validation in cdk8s.yaml. */
export interface Properties {
  readonly kubernetesVersion?: string;
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
  /** The path of the image file. */
  readonly images?: string;
}

const PROPERTIES = struct<Properties>('StartupOrderValidation', {
  kubernetesVersion: kind(
    "a version in quotes, such as '1.33' (YAML takes 1.30 for the number 1.3)",
    value => typeof value === 'string' && parseVersion(value) !== undefined,
  ),
  failOn: oneOf(...FAIL_ON),
  ignore: list(STRING, 'a list of names of rules'),
  images: STRING,
});

/**
 * Validates the properties, and throws an error with all problems. A typo would otherwise silently enable or disable a
 * rule.
 */
export function propertiesOf(given: Readonly<Record<string, unknown>>): Properties {
  checkArguments('cdk8s.yaml', { properties: PROPERTIES }, { properties: given });
  return { failOn: 'error', ignore: [], ...given };
}
