/** Runs before each test file: suppresses the notices of the library on stderr, which would hide the results of the tests. */
const { write } = process.stderr;
process.stderr.write = (...args: unknown[]) => `${args[0]}`.startsWith('cdk8s-startup-order: ') || Reflect.apply(write, process.stderr, args) as boolean;
afterAll(() => { process.stderr.write = write; });
