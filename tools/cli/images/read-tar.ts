import { createReadStream } from 'fs';
import { createGunzip } from 'zlib';

const BLOCK = 512;

/**
 * Returns the small files of a tar archive, with or without gzip, by path. `accept` decides from the path and the size, so the layers of an image never get
 * into memory. The formats are ustar, pax and GNU.
 */
export async function readTar(file: string, accept: (path: string, size: number) => boolean): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const bytes = new ByteReader(openTar(file, await isGzip(file)));
  /** From a header before the entry: names of more than 100 characters, and sizes of more than 8 GiB. */
  let path: string | undefined;
  let size: number | undefined;
  for (;;) {
    const header = await bytes.read(BLOCK);
    if (header === undefined || header.every(byte => byte === 0)) { return files; }
    checkHeader(header);
    const type = String.fromCharCode(header[156]);
    const length = (!'xgL'.includes(type) ? size : undefined) ?? readNumber(header.subarray(124, 136));
    const padded = Math.ceil(length / BLOCK) * BLOCK;
    const name = (path ?? readName(header)).replace(/^\.\//, '');
    const isMeta = type === 'x' || type === 'L';
    const isFile = type === '0' || type === '\0';
    if (isMeta ? length > 1024 * 1024 : !isFile || !accept(name, length)) {
      await bytes.skip(padded);
    } else {
      const content = (await bytes.read(padded))?.subarray(0, length);
      if (content === undefined) { throw new Error('the archive ends too early'); }
      if (type === 'L') {
        path = readTextField(content);
        continue;
      }
      if (type === 'x') {
        const records = readPax(content);
        path = records.get('path') ?? path;
        size = records.has('size') ? Number(records.get('size')) : size;
        continue;
      }
      files.set(name, content);
    }
    if (type !== 'g') { path = size = undefined; }
  }
}

async function isGzip(file: string): Promise<boolean> {
  const start = await new ByteReader(createReadStream(file, { end: 1 })).read(2);
  return start?.[0] === 0x1f && start[1] === 0x8b;
}

function openTar(file: string, compressed: boolean): AsyncIterable<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 1024 * 1024 });
  if (!compressed) { return raw; }
  const unpacked = createGunzip();
  raw.on('error', error => { unpacked.destroy(error); });
  return raw.pipe(unpacked);
}

function checkHeader(header: Buffer): void {
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0);
  if (sum !== readNumber(header.subarray(148, 156))) { throw new Error('the file is not a tar archive'); }
}

/** A number is octal text, or binary if its first bit is set. */
function readNumber(field: Buffer): number {
  if (field[0] >= 0x80) { return field.subarray(1).reduce((total, byte) => total * 256 + byte, 0); }
  return parseInt(readTextField(field).trim() || '0', 8);
}

function readName(header: Buffer): string {
  const isUstar = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isUstar ? readTextField(header.subarray(345, 500)) : '';
  return `${prefix === '' ? '' : `${prefix}/`}${readTextField(header.subarray(0, 100))}`;
}

/** A record is its length, a space, `key=value` and a line break. */
function readPax(content: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const length = space < 0 ? NaN : Number(content.toString('latin1', at, space));
    if (!(length > 0)) { break; }
    const record = content.toString('utf8', space + 1, at + length - 1);
    records.set(record.slice(0, record.indexOf('=')), record.slice(record.indexOf('=') + 1));
    at += length;
  }
  return records;
}

function readTextField(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

/** Reads bytes from a stream of chunks. */
class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns `undefined` at the end of the stream. */
  public async read(length: number): Promise<Buffer | undefined> {
    const parts = [this.rest];
    let size = this.rest.length;
    while (size < length) {
      const { value, done } = await this.chunks.next();
      if (done) { return undefined; }
      parts.push(value);
      size += value.length;
    }
    const all = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    this.rest = all.subarray(length);
    return all.subarray(0, length);
  }

  public async skip(length: number): Promise<void> {
    let missing = length - this.rest.length;
    this.rest = this.rest.subarray(Math.min(length, this.rest.length));
    while (missing > 0) {
      const { value, done } = await this.chunks.next();
      if (done) { return; }
      this.rest = value.subarray(Math.min(missing, value.length));
      missing -= value.length;
    }
  }
}
