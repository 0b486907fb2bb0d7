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

  /** Returns the place of a value in this one. A number is the index of an item. */
  public enter(...path: readonly (string | number)[]): Place {
    let { text } = this;
    for (const key of path) {
      if (typeof key === 'number') {
        text += `[${key}]`;
      } else if (/^[\w-]+$/.test(key)) {
        text += text === '' ? key : `.${key}`;
      } else {
        text += `["${key}"]`;
      }
    }
    return new Place(text, [...this.keys, ...path.map(String)], this.problems);
  }

  public report(found: Problem): void {
    this.problems.push({ keys: this.keys, problem: found });
  }

  /** Reports that the value at this place has no effect. */
  public reportUseless(why: string): void {
    this.report(problem('SO666', { what: this.text, why }));
  }
}
