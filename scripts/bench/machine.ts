import { cpus, release, totalmem } from 'os';
import { Machine } from './results';

/** What the figures depend on, and nothing that tells whose machine it is. */
export function machine(): Omit<Machine, 'load'> {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0].model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: `Linux ${release()}`,
    node: process.version.slice(1),
  };
}
