/** Binaries in base64 and their hashes change with each build of the agent. */

const HASH = /\b(startup-order-wait-[a-z0-9]+-)[0-9a-f]{8}\b/g;

/** Every ELF file begins with these bytes; byte 18 is the machine. */
const BINARY = /\bf0VMR[A-Za-z0-9+/]+=*/g;
const MACHINE = 18;

const ARCHITECTURES: Readonly<Record<number, string>> = {
  21: 'ppc64le',
  22: 's390x',
  40: 'arm',
  62: 'amd64',
  183: 'arm64',
  243: 'riscv64',
};

/** Returns the text of a manifest with placeholders for binaries and their hashes. */
export function readableManifest(text: string): string {
  return text.replace(HASH, '$1<hash>').replace(BINARY, binary => {
    const header = Buffer.from(binary.slice(0, 32), 'base64');
    // s390x is big-endian.
    const machine = header[5] === 2 ? header[MACHINE + 1] : header[MACHINE];
    return `<the agent for linux/${ARCHITECTURES[machine]}, base64>`;
  });
}
