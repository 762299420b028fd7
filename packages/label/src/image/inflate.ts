import { adler32 } from '../adler32.ts';
import { LabelError } from '../errors.ts';

const broken = (): LabelError => new LabelError('bad-image', '图片的数据坏了');

/** Lengths and distances a code stands for: the least, and how many bits are added (RFC 1951, 3.2.5). */
const LENGTHS = series(29, 3, (code) => (code < 4 || code === 28 ? 0 : (code >> 2) - 1));
const DISTANCES = series(30, 1, (code) => (code < 2 ? 0 : (code >> 1) - 1));
/** In which order the lengths of the code for code lengths come (3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;

function series(
  count: number,
  first: number,
  listBits: (code: number) => number,
): { least: number; bits: number }[] {
  let least = first;
  return Array.from({ length: count }, (_, code) => {
    // The last length, 258, has a code of its own.
    const entry = { least: count === 29 && code === 28 ? 258 : least, bits: listBits(code) };
    least += 1 << entry.bits;
    return entry;
  });
}

/** Codes of a Huffman tree: how many of each length, and their symbols in order. */
type Tree = { counts: Uint16Array; symbols: Uint16Array };

function getTree(lengths: ArrayLike<number>): Tree {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (let i = 0; i < lengths.length; i += 1) {
    const length = lengths[i] ?? 0;
    counts[length] = (counts[length] ?? 0) + 1;
  }
  counts[0] = 0;
  const next = new Uint16Array(LONGEST_CODE + 2);
  let room = 1;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    room = room * 2 - (counts[length] ?? 0);
    if (room < 0) throw broken();
    next[length + 1] = (next[length] ?? 0) + (counts[length] ?? 0);
  }
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    symbols[next[length] ?? 0] = symbol;
    next[length] = (next[length] ?? 0) + 1;
  }
  return { counts, symbols };
}

const FIXED: { literals: Tree; distances: Tree } = {
  literals: getTree(
    Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  ),
  distances: getTree(new Uint8Array(30).fill(5)),
};

class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bit = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i += 1) value |= this.bit() << i;
    return value;
  }

  bit(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw broken();
    const value = (byte >> this.#bit) & 1;
    this.#bit = (this.#bit + 1) & 7;
    if (this.#bit === 0) this.#at += 1;
    return value;
  }

  symbol({ counts, symbols }: Tree): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= LONGEST_CODE; length += 1) {
      code |= this.bit();
      const count = counts[length] ?? 0;
      if (code - first < count) return symbols[index + code - first] ?? 0;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw broken();
  }

  /** Whole bytes, from the next byte on. */
  whole(count: number): Uint8Array {
    if (this.#bit > 0) this.#at += 1;
    this.#bit = 0;
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    if (taken.length < count) throw broken();
    this.#at += count;
    return taken;
  }
}

type Output = { bytes: Uint8Array; at: number };

/**
 * Unpacks a zlib stream (RFC 1950, RFC 1951) that holds exactly `size` bytes; no more is ever written. Here because
 * layout cannot wait, and a browser's own unpacker makes one wait.
 * @throws LabelError `bad-image` for anything else
 */
export function inflate(bytes: Uint8Array, size: number): Uint8Array {
  const unpacked = inflateUpTo(bytes, size);
  if (unpacked.length !== size) throw broken();
  return unpacked;
}

/** The same for a stream that holds `most` bytes or fewer. */
export function inflateUpTo(bytes: Uint8Array, most: number): Uint8Array {
  const [method = 0, flags = 0] = bytes;
  if ((method & 15) !== 8 || (method * 256 + flags) % 31 !== 0 || (flags & 32) !== 0)
    throw broken();
  const reader = new BitReader(bytes, 2);
  const out: Output = { bytes: new Uint8Array(most), at: 0 };
  let isLast = false;
  while (!isLast) {
    isLast = reader.bit() === 1;
    const kind = reader.bits(2);
    if (kind === 0) readStored(reader, out);
    else if (kind === 1) readCoded(reader, out, FIXED);
    else if (kind === 2) readCoded(reader, out, readTrees(reader));
    else throw broken();
  }
  const sum = reader.whole(4).reduce((value, byte) => value * 256 + byte, 0);
  const unpacked = out.bytes.subarray(0, out.at);
  if (sum !== adler32(unpacked)) throw broken();
  return unpacked;
}

function readStored(reader: BitReader, out: Output): void {
  const [low = 0, high = 0, notLow = 0, notHigh = 0] = reader.whole(4);
  const length = low + high * 256;
  if (length !== 0xffff - notLow - notHigh * 256 || out.at + length > out.bytes.length)
    throw broken();
  out.bytes.set(reader.whole(length), out.at);
  out.at += length;
}

function readTrees(reader: BitReader): typeof FIXED {
  const literals = reader.bits(5) + 257;
  const distances = reader.bits(5) + 1;
  const count = reader.bits(4) + 4;
  const own = new Uint8Array(ORDER.length);
  for (const place of ORDER.slice(0, count)) own[place] = reader.bits(3);
  const tree = getTree(own);
  const lengths = new Uint8Array(literals + distances);
  for (let at = 0; at < lengths.length;) {
    const symbol = reader.symbol(tree);
    if (symbol < 16) {
      lengths[at] = symbol;
      at += 1;
      continue;
    }
    const value = symbol === 16 ? lengths[at - 1] : 0;
    const times =
      symbol === 16 ? 3 + reader.bits(2) : symbol === 17 ? 3 + reader.bits(3) : 11 + reader.bits(7);
    if (value === undefined || at + times > lengths.length) throw broken();
    lengths.fill(value, at, at + times);
    at += times;
  }
  return {
    literals: getTree(lengths.subarray(0, literals)),
    distances: getTree(lengths.subarray(literals)),
  };
}

function readCoded(reader: BitReader, out: Output, { literals, distances }: typeof FIXED): void {
  const { bytes } = out;
  for (;;) {
    const symbol = reader.symbol(literals);
    if (symbol === 256) return;
    if (symbol < 256) {
      if (out.at >= bytes.length) throw broken();
      bytes[out.at] = symbol;
      out.at += 1;
      continue;
    }
    const length = read(reader, LENGTHS[symbol - 257]);
    const distance = read(reader, DISTANCES[reader.symbol(distances)]);
    if (distance > out.at || out.at + length > bytes.length) throw broken();
    // A byte at a time: what is copied may be what was just written.
    for (let i = 0; i < length; i += 1) {
      bytes[out.at] = bytes[out.at - distance] ?? 0;
      out.at += 1;
    }
  }
}

function read(reader: BitReader, entry: { least: number; bits: number } | undefined): number {
  if (entry === undefined) throw broken();
  return entry.least + reader.bits(entry.bits);
}
