import { isObject } from '../../src/api/private/json-object';
import { problem, startOrderError } from '../../src/api/private/problem';

/** Seconds of the units in a duration of Go, such as `1m30s`. */
const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const DURATION = /^0$|^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|[smh]))+$/;

/** A value of the model and its place. A method throws an error if the value has another type. */
export class ModelValue {
  constructor(public readonly json: unknown, private readonly source: string, private readonly path = '') {}

  /** Returns a field of a map. */
  public at(key: string): ModelValue {
    return new Map(this.entries()).get(key) ?? this.child(key, undefined);
  }

  /** Returns the result of `read`; `undefined` for an absent value, which is `null` in the model of Compose. */
  public optional<T>(read: (value: ModelValue) => T): T | undefined {
    return this.json === undefined || this.json === null ? undefined : read(this);
  }

  /** Returns the fields of a map, sorted by key; none for an absent map. */
  public entries(): [string, ModelValue][] {
    const map = this.json ?? {};
    if (!isObject(map)) { throw this.refuse('a map'); }
    return Object.keys(map).sort().map(key => [key, this.child(key, map[key])]);
  }

  /** Returns the items of a list; none for an absent list. */
  public items(): ModelValue[] {
    const list = this.json ?? [];
    if (!Array.isArray(list)) { throw this.refuse('a list'); }
    return list.map((value: unknown, i) => this.child(String(i), value));
  }

  /** The model contains `$$` for `$`, because it is again a compose file. */
  public text(): string {
    if (typeof this.json !== 'string') { throw this.refuse('a text'); }
    return this.json.replaceAll('$$', '$');
  }

  public flag(): boolean {
    if (typeof this.json !== 'boolean') { throw this.refuse('true or false'); }
    return this.json;
  }

  public count(): number {
    if (typeof this.json !== 'number') { throw this.refuse('a number'); }
    return this.json;
  }

  public seconds(): number {
    const text = this.text();
    if (!DURATION.test(text)) { throw this.refuse('a duration, such as 1m30s'); }
    let sum = 0;
    for (const [, count, unit] of text.matchAll(/([\d.]+)([a-zµ]+)/g)) { sum += Number(count) * SECONDS[unit]; }
    return sum;
  }

  public refuse(wanted: string): Error {
    const kind = Array.isArray(this.json) ? 'a list' : 'a map';
    const given = isObject(this.json) || Array.isArray(this.json) ? kind : JSON.stringify(this.json) ?? 'missing';
    return startOrderError([{ path: this.source, problem: problem('SO691', { field: this.path, given, wanted }) }]);
  }

  private child(key: string, value: unknown): ModelValue {
    return new ModelValue(value, this.source, this.path === '' ? key : `${this.path}.${key}`);
  }
}
