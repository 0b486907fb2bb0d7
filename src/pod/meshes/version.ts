/** The major and minor version of `1.27`, `1.27.3` or `v1.27.3`. */
export class ProductVersion {
  /** Returns `undefined` for an invalid version. */
  public static parse(text: string): ProductVersion | undefined {
    const [, major, minor] = /^v?(\d{1,4})\.(\d{1,4})(?:\.\d+)?$/.exec(text) ?? [];
    return major === undefined ? undefined : new ProductVersion(Number(major), Number(minor));
  }

  private constructor(
    private readonly major: number,
    private readonly minor: number,
  ) {}

  public isAtLeast(text: string): boolean {
    const other = ProductVersion.parse(text)!;
    return this.major > other.major || (this.major === other.major && this.minor >= other.minor);
  }

  public toString(): string {
    return `${this.major}.${this.minor}`;
  }
}
