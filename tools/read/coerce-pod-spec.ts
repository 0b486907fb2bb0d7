import { listOf, objectOf, textOf, wordsOf } from './coerce-json';
import { isObject } from '../../src/api/private/json-object';
import { Kind, STRING } from '../../src/api/private/kind';
import { CONTAINER, ContainerJson, POD_SPEC, PodSpecJson } from '../../src/api/private/pod-spec';
import { Problem } from '../../src/api/private/problem';

// A manifest can contain values of any type. Later code need not check the types of the fields in the tables.

/** Returns a pod spec without its containers, and without fields of another type. */
export function coercePodSpec(spec: unknown): PodSpecJson {
  const { containers: _containers, initContainers: _inits, ...others } = objectOf(spec) ?? {};
  return { restartPolicy: 'Always', ...coerce(POD_SPEC, others) };
}

/** Returns a container without fields of another type; `undefined`: the value is not an object. */
export function coerceContainer(value: unknown): ContainerJson | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const container = coerce(CONTAINER, { ...value, name: textOf(value.name) ?? '' })!;
  const [command, args] = [container.command, container.args].map(filledOf);
  return { ...container, command, args, envFrom: filledOf(listOf(value.envFrom)) };
}

/** An empty list counts as none: the command of the image runs. */
function filledOf<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** Returns the value without fields and items of another kind; `undefined`: the value itself is of another kind. */
function coerce<T>({ known, item, check }: Kind<T>, value: any): T | undefined {
  if (known && isObject(value)) {
    const coerced: Record<string, unknown> = { ...value };
    for (const [field, kind] of Object.entries(known)) {
      const found = coerce(kind, value[field]);
      if (found !== undefined) {
        coerced[field] = found;
      } else if (kind.required) {
        return undefined;
      } else {
        delete coerced[field];
      }
    }
    return coerced as T;
  }
  if (item === STRING) {
    return wordsOf(value) as T | undefined;
  }
  if (item && Array.isArray(value)) {
    return value.flatMap(one => coerce(item, one) ?? []) as T;
  }
  const problems: Problem[] = [];
  check(value, '', problems);
  return problems.length > 0 || value === null ? undefined : value;
}
