/** The variables of a container. One whose value nobody sees in the manifest stands for itself: `$NAME`. */
export class Variables {
  private readonly values: Map<string, string>;

  /** `given`: those that the manifest says. `hasOthers`: there may be more, as with `envFrom`. */
  constructor(given: ReadonlyMap<string, string>, private readonly hasOthers: boolean) {
    this.values = new Map(given);
  }

  public get(name: string): string | undefined {
    return this.values.get(name) ?? (this.hasOthers ? `$${name}` : undefined);
  }

  public set(name: string, value: string): void {
    this.values.set(name, value);
  }

  /** It has a value, which is not known. */
  public setUnknown(name: string): void {
    this.values.set(name, `$${name}`);
  }
}
