import { createHash } from 'crypto';
import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';

const BIN = join(__dirname, '../../agent/bin');
const SUMS = readFileSync(join(BIN, 'SHA256SUMS'), 'utf8').trimEnd().split('\n').map(line => line.split('  '));

/** The number of the machine in the header of an ELF file. */
const MACHINES: Record<string, number> = { 'linux-amd64': 62, 'linux-arm64': 183, 'linux-arm': 40, 'linux-ppc64le': 21, 'linux-riscv64': 243, 'linux-s390x': 22 };

/** Returns the build ID in hexadecimal digits, from the note with the owner GNU and the type 3, in either byte order. */
function findBuildId(binary: Buffer): string | undefined {
  const note = [Buffer.from('040000001400000003000000474e5500', 'hex'), Buffer.from('000000040000001400000003474e5500', 'hex')]
    .map(header => ({ at: binary.indexOf(header), length: header.length })).find(({ at }) => at >= 0);
  return note && binary.subarray(note.at + note.length, note.at + note.length + 20).toString('hex');
}

describe('agent/bin', () => {
  test('contains exactly the files of SHA256SUMS', () => {
    const found = readdirSync(BIN, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile() && entry.name !== 'SHA256SUMS');
    expect(SUMS.map(([, path]) => path).sort()).toEqual(found.map(({ parentPath, name }) => join(parentPath, name).slice(BIN.length + 1)).sort());
    for (const [sum, path] of SUMS) { expect([path, createHash('sha256').update(readFileSync(join(BIN, path))).digest('hex')]).toEqual([path, sum]); }
  });

  test.each(SUMS.map(([, path]) => path).filter(path => path.includes('/')))('%s is a static program for its platform', path => {
    const binary = readFileSync(join(BIN, path));
    expect(binary.subarray(0, 4).toString('latin1')).toBe('\x7fELF');
    const [is64, isLittle] = [binary[4] === 2, binary[5] === 1];
    const word = (at: number) => isLittle ? binary.readUInt16LE(at) : binary.readUInt16BE(at);
    const long = (at: number) => isLittle ? binary.readUInt32LE(at) : binary.readUInt32BE(at);
    expect(word(18)).toBe(MACHINES[path.split('/')[0]]);
    // The upper half of the 64-bit offset is 0.
    const [table, size, count] = is64 ? [long(isLittle ? 32 : 36), word(54), word(56)] : [long(28), word(42), word(44)];
    const segments = Array.from({ length: count }, (_, i) => long(table + i * size));
    expect(segments).not.toContain(3); // PT_INTERP: the path of a dynamic linker
  });

  test('each binary has a build ID of its own', () => {
    const ids = SUMS.map(([, path]) => path).filter(path => path.includes('/')).map(path => findBuildId(readFileSync(join(BIN, path))));
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f]{40}$/)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the functions of the agent check their stack: the binary for amd64 reads the canary at fs:0x28', () => {
    const canary = readFileSync(join(BIN, 'linux-amd64/wait')).toString('latin1').match(/\x64\x48[\x2b\x3b\x8b].\x25\x28\x00\x00\x00/gs) ?? [];
    expect(canary.length).toBeGreaterThan(30);
    expect(readFileSync(join(BIN, '../build.sh'), 'utf8')).toMatch(/^flags=\([^)]*-fstack-protector-strong/m);
  });
});

test('the agent uses only the conversions that its own snprintf has', () => {
  const sources = join(BIN, '../src');
  const literals = readdirSync(sources).flatMap(name => readFileSync(join(sources, name), 'utf8').match(/"[^"\n]*%[^"\n]*"/g) ?? []);
  expect(literals.length).toBeGreaterThan(30);
  expect(literals.filter(literal => /%(?!(\.\*)?s|l{0,2}[dux])/.test(literal.replace(/%%/g, '')))).toEqual([]);
});
