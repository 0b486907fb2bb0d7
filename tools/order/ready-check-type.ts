import { Place } from './placed-problem';
import {
  choice,
  command,
  duration,
  Field,
  list,
  number,
  object,
  oneField,
  optional,
  protocol,
  seconds,
  text,
  translated,
  Type,
} from './types';
import { DeclaredCheck } from '../../src/api/private/check';
import { CHECK_FIELDS } from '../../src/pod/checks';
import { ValueField } from '../../src/pod/checks/check-module';

const VALUE_TYPES = { text, number, numbers: list(number), command, protocol };

/** The kinds of ready checks, without `allOf`. A check has one of these fields. */
export const CHECKS: Readonly<Record<string, Field<DeclaredCheck>>> = {
  ...Object.fromEntries(CHECK_FIELDS.map(field => [field.name, optional(toType(field), field.means)])),
  fromImage: optional(
    translated(object('FromImage', {}), (): DeclaredCheck => ({ kind: 'image' })),
    'The `HEALTHCHECK` of the image passes, which the image file contains. Write `{}`.',
  ),
};

function toType({ kind, name: key, value, read, ...field }: (typeof CHECK_FIELDS)[number]): Type<DeclaredCheck> {
  const toCheck = (given: object | number) => ({ kind, ...(read?.(given) ?? (given as object)) }) as DeclaredCheck;
  if (value === 'duration') {
    return translated(duration, toCheck);
  }
  const { title = key[0].toUpperCase() + key.slice(1) } = field;
  const fields = Object.entries(value).map(([inner, of]) => [inner, toField(of)]);
  return translated(object(title, Object.fromEntries(fields)), toCheck);
}

function toField({ type, means, required }: ValueField): Field<unknown> {
  return { type: typeof type === 'string' ? VALUE_TYPES[type] : choice(...type), description: means, required };
}

const common = {
  timeoutSeconds: optional(
    seconds,
    'The longest time of one try of `httpGet`, `tcpSocket`, `server` or `exec`. Default: 1; 5 for `exec`.',
  ),
};

/** Adds the limit of one try to the check, if its tries have a limit. */
function addLimit(
  { variant, timeoutSeconds: trySeconds }: { readonly variant: DeclaredCheck; readonly timeoutSeconds?: number },
  place: Place,
): DeclaredCheck {
  if (trySeconds === undefined) {
    return variant;
  }
  const withTries = CHECK_FIELDS.filter(({ hasTries }) => hasTries);
  if (!withTries.some(({ kind }) => kind === variant.kind)) {
    const names = withTries.map(field => field.name).join(', ');
    place.enter('timeoutSeconds').reportUseless(`only ${names} have a limit for one try`);
  }
  return { ...variant, trySeconds } as DeclaredCheck;
}

const SIMPLE_CHECK = translated(oneField('SimpleReadyCheck', CHECKS, common), addLimit);
const allOf = translated(list(SIMPLE_CHECK, 1), (checks): DeclaredCheck => ({ kind: 'allOf', checks }));
export const READY_CHECK = translated(
  oneField('ReadyCheck', { ...CHECKS, allOf: optional(allOf, 'Each of the checks has passed at least once.') }, common),
  addLimit,
);
