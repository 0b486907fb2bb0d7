/** One restart of the kubelet for several stories: it comes when each of them has either asked for it or ended. */
export class SharedRestart {
  private readonly waiting: ((moment: Promise<number>) => void)[] = [];

  constructor(private members: number, private readonly restart: () => Promise<number>) {}

  /** Returns when the kubelet runs again: the time at which its restart began. */
  public async ask(): Promise<number> {
    const moment = new Promise<number>(resolve => { this.waiting.push(resolve); });
    this.members--;
    this.go();
    return moment;
  }

  /** A story that has ended without asking is not waited for. */
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
