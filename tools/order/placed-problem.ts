import { problem } from './problems';
import { Problem } from '../../src/api/private/problem';

/** A problem, and the keys of its place in the document: `['spec', 'containers', 'app', 'dependsOn', '0']`. */
export interface PlacedProblem {
  readonly keys: readonly string[];
  readonly problem: Problem;
}

/** The place of a value in a document. All places of a document share its list of problems. */
export class Place {
  /** `text`: the place in error texts, such as `spec.containers.app.dependsOn[0]`. */
  constructor(
    public readonly text = '',
    public readonly keys: readonly string[] = [],
    public readonly problems: PlacedProblem[] = [],
  ) {}

  public enterKey(key: string): Place {
    const isPlain = /^[\w-]+$/.test(key);
    const separator = this.text === '' ? '' : '.';
    return this.enter(isPlain ? `${separator}${key}` : `["${key}"]`, key);
  }

  public enterKeys(...keys: readonly string[]): Place {
    return keys.reduce((place: Place, key) => place.enterKey(key), this);
  }

  public enterItem(index: number): Place {
    return this.enter(`[${index}]`, `${index}`);
  }

  public report(found: Problem): void {
    this.problems.push({ keys: this.keys, problem: found });
  }

  /** Reports that the value at this place has no effect. */
  public reportUseless(why: string): void {
    this.report(problem('SO666', { what: this.text, why }));
  }

  private enter(text: string, key: string): Place {
    return new Place(`${this.text}${text}`, [...this.keys, key], this.problems);
  }
}
