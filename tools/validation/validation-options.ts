import { problem } from './problems';
import { errorAt } from '../../src/api/private/problem';
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

const isText = (value: unknown): value is string => typeof value === 'string';

const OPTION_READERS = new Map(
  Object.entries({
    kubernetesVersion: {
      isGood: (value: unknown) => isText(value) && parseVersion(value) !== undefined,
      wanted: "a version in quotes, such as '1.33' (YAML takes 1.30 for the number 1.3)",
    },
    failOn: { isGood: (value: unknown) => FAIL_ON.includes(value as FailOn), wanted: `one of ${FAIL_ON.join(', ')}` },
    ignore: {
      isGood: (value: unknown) => Array.isArray(value) && value.every(isText),
      wanted: 'a list of names of rules',
    },
    images: { isGood: isText, wanted: 'the path of an image file' },
  }),
);

/**
 * Validates the properties, and throws an error with all problems. A typo would otherwise silently enable or disable a
 * rule.
 */
export function propertiesOf(given: Readonly<Record<string, unknown>>): Properties {
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const reader = OPTION_READERS.get(name);
    return reader?.isGood(value)
      ? []
      : [
          problem('SO611', {
            name,
            given: JSON.stringify(value),
            wanted: reader?.wanted,
            known: [...OPTION_READERS.keys()],
          }),
        ];
  });
  if (wrong.length > 0) {
    throw errorAt('cdk8s.yaml', ...wrong);
  }
  return { failOn: 'error', ignore: [], ...given };
}
