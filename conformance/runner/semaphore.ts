/** A counting semaphore. It serves requests in their order, even if a later request needs less. */
export class Room {
  private readonly waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(private free: number) {}

  /** Calls the function as soon as `size` places are free. */
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
