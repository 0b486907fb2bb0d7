import { Host } from './host';

/** Shorter work shows no progress. */
const FIRST_AFTER_MS = 1000;
const EACH_MS = 200;

/** A progress line on standard error, if it is a terminal and the work takes long. */
export class Progress {
  private next: number;
  private shown = 0;

  constructor(private readonly machine: Host) {
    this.next = machine.now() + FIRST_AFTER_MS;
  }

  public tell(text: () => string): void {
    if (!this.machine.isWatched || this.machine.now() < this.next) { return; }
    const line = text();
    this.machine.error(`\r${line.padEnd(this.shown)}`);
    this.shown = line.length;
    this.next = this.machine.now() + EACH_MS;
  }

  /** Removes the progress line. */
  public end(): void {
    if (this.shown > 0) { this.machine.error(`\r${' '.repeat(this.shown)}\r`); }
    this.shown = 0;
  }
}
