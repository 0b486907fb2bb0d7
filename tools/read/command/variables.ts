/** The variables of a container. A variable without a value in the manifest stays a reference: `$NAME`. */
export class Variables {
  private readonly values: Map<string, string>;

  /** `given`: the variables in the manifest. `hasOthers`: more variables can exist, as with `envFrom`. */
  constructor(
    given: ReadonlyMap<string, string>,
    private readonly hasOthers: boolean,
  ) {
    this.values = new Map(given);
  }

  public get(name: string): string | undefined {
    return this.values.get(name) ?? (this.hasOthers ? `$${name}` : undefined);
  }

  public set(name: string, value: string): void {
    this.values.set(name, value);
  }

  /** The variable has an unknown value. */
  public setUnknown(name: string): void {
    this.values.set(name, `$${name}`);
  }
}
