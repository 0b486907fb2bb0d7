/** Room for so many at a time. Who asked first goes first, also when somebody behind would need less. */
export class Room {
  private readonly waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(private free: number) {}

  /** Does it when there is room for `size`. */
  public async within<T>(size: number, act: () => Promise<T>): Promise<T> {
    await new Promise<void>(enter => {
      this.waiting.push({ size, enter });
      this.letIn();
    });
    try {
      return await act();
    } finally {
      this.free += size;
      this.letIn();
    }
  }

  private letIn(): void {
    while (this.waiting.length > 0 && this.waiting[0].size <= this.free) {
      const { size, enter } = this.waiting.shift()!;
      this.free -= size;
      enter();
    }
  }
}
