/** The variables of a container. A variable without a value in the manifest stays a reference: `$NAME`. */
export class Variables {
  private readonly values: Map<string, string>;

  /** `given`: the variables in the manifest. `hasOthers`: more variables can exist, as with `envFrom`. */
  constructor(
    given: ReadonlyMap<string, string>,
    private readonly hasOthers: boolean,
    private readonly outside?: Variables,
  ) {
    this.values = new Map(given);
  }

  public get(name: string): string | undefined {
    return this.values.get(name) ?? (this.hasOthers ? `$${name}` : undefined);
  }

  public set(name: string, value: string): void {
    this.values.set(name, value);
    this.outside?.setUnknown(name);
  }

  /** The variable has an unknown value. */
  public setUnknown(name: string): void {
    this.set(name, `$${name}`);
  }

  /** Returns the variables inside a branch. After it, a variable with two possible values is unknown. */
  public enterBranch(): Variables {
    return new Variables(this.values, this.hasOthers, this);
  }
}
