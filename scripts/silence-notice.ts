/** Suppresses the notice about BEST_EFFORT on stderr. Other output on stderr stays. */
const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean;
process.stderr.write = (...args: unknown[]) => `${args[0]}`.startsWith('cdk8s-startup-order: ') || write(...args);
