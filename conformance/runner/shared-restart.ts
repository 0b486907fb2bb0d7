/** One restart of the kubelet for several stories: it happens as soon as each story has requested it or ended. */
export class SharedRestart {
  private readonly waiting: ((moment: Promise<number>) => void)[] = [];

  constructor(private members: number, private readonly restart: () => Promise<number>) {}

  /** Waits until the kubelet runs again. Returns the start of the restart. */
  public async ask(): Promise<number> {
    const moment = new Promise<number>(resolve => { this.waiting.push(resolve); });
    this.members--;
    this.go();
    return moment;
  }

  /** Removes a story that has ended without a request. */
  public leave(): void {
    this.members--;
    this.go();
  }

  private go(): void {
    if (this.members > 0 || this.waiting.length === 0) { return; }
    const moment = this.restart();
    for (const resolve of this.waiting.splice(0)) { resolve(moment); }
  }
}
