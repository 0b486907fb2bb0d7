import { cpus, release, totalmem } from 'os';
import { Machine } from './results';

/** Returns the properties of the machine that affect the measurements. They do not identify the machine. */
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
