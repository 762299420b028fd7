import { LONG_BASE256 } from './costs.ts';
import type { Symbols } from './symbols.ts';
import {
  asciiCodewords,
  EDIFACT_UNLATCH,
  FNC1,
  FNC1_CODEWORD,
  isDigit,
  LATCH,
  PAD,
  TRIPLETS,
  UNLATCH,
  UPPER_SHIFT,
} from './tables.ts';
import type { TripletSet } from './tables.ts';
import type { Segment } from './trace.ts';

/** Codewords so far, and how many the symbol holds before its check codewords. */
type Output = { codewords: Uint8Array; length: number; capacity: number };

/** Writes the data codewords and their padding to the first `capacity` of `codewords`. */
export function writeData(
  codewords: Uint8Array,
  capacity: number,
  { header, symbols }: Symbols,
  segments: readonly Segment[],
): void {
  const out: Output = { codewords, length: 0, capacity };
  for (const codeword of header) push(out, codeword);
  for (const segment of segments) {
    const { mode, start, end } = segment;
    if (mode === 'ascii') writeAscii(out, symbols, start, end);
    else if (mode === 'edifact') writeEdifact(out, symbols, start, end);
    else if (mode === 'base256') writeBase256(out, symbols, start, end);
    else {
      push(out, LATCH[mode]);
      writeTriplets(out, symbols, start, end, TRIPLETS[mode]);
    }
  }
  pad(out);
}

function push(out: Output, codeword: number): void {
  out.codewords[out.length] = codeword;
  out.length += 1;
}

function writeAscii(out: Output, symbols: Uint16Array, start: number, end: number): void {
  for (let i = start; i < end; i += 1) {
    const symbol = symbols[i] ?? 0;
    const next = i + 1 < end ? (symbols[i + 1] ?? 0) : 0;
    if (isDigit(symbol) && isDigit(next)) {
      push(out, (symbol - 48) * 10 + next - 48 + 130);
      i += 1;
    } else if (symbol === FNC1) push(out, FNC1_CODEWORD);
    else {
      if (asciiCodewords(symbol) === 2) push(out, UPPER_SHIFT);
      push(out, (symbol & 127) + 1);
    }
  }
}

function writeTriplets(
  out: Output,
  symbols: Uint16Array,
  start: number,
  end: number,
  { counts, values }: TripletSet,
): void {
  let triplet = 0;
  let open = 0;
  const pushValue = (value: number): void => {
    triplet = triplet * 40 + value;
    open += 1;
    if (open < 3) return;
    push(out, (triplet + 1) >> 8);
    push(out, (triplet + 1) & 255);
    triplet = 0;
    open = 0;
  };
  for (let i = start; i < end; i += 1) {
    const symbol = symbols[i] ?? 0;
    const count = counts[symbol] ?? 0;
    for (let j = 0; j < count; j += 1) pushValue(values[symbol * 4 + j] ?? 0);
  }
  // At the end of the symbol the unlatch is implied, as it is ahead of a last codeword in ASCII (5.2.5.2).
  const left = out.capacity - out.length;
  const isImplied = left === 0 || (left === 1 && end < symbols.length);
  if (!isImplied) push(out, UNLATCH);
}

function writeEdifact(out: Output, symbols: Uint16Array, start: number, end: number): void {
  push(out, LATCH.edifact);
  for (let i = start; i < end; i += 4) {
    let group = 0;
    for (let j = 0; j < 4; j += 1)
      group = (group << 6) | (i + j < end ? (symbols[i + j] ?? 0) & 63 : EDIFACT_UNLATCH);
    push(out, group >> 16);
    push(out, (group >> 8) & 255);
    push(out, group & 255);
  }
  // With one or two codewords left ASCII is implied (5.2.8.2).
  const isClosed = (end - start) % 4 !== 0;
  if (!isClosed && out.capacity - out.length > 2) push(out, EDIFACT_UNLATCH << 2);
}

function writeBase256(out: Output, symbols: Uint16Array, start: number, end: number): void {
  const count = end - start;
  push(out, LATCH.base256);
  const isToTheEnd = end === symbols.length && out.length + 1 + count === out.capacity;
  if (isToTheEnd) pushRandomised(out, 0);
  else if (count < LONG_BASE256) pushRandomised(out, count);
  else {
    pushRandomised(out, Math.floor(count / 250) + 249);
    pushRandomised(out, count % 250);
  }
  for (let i = start; i < end; i += 1) pushRandomised(out, symbols[i] ?? 0);
}

/** The 255-state algorithm (annex B.2). */
function pushRandomised(out: Output, byte: number): void {
  push(out, (byte + ((149 * (out.length + 1)) % 255) + 1) & 255);
}

/** The first pad as it is, the others by the 253-state algorithm (5.2.3, annex B.1). */
function pad(out: Output): void {
  if (out.length < out.capacity) push(out, PAD);
  while (out.length < out.capacity) {
    const sum = PAD + ((149 * (out.length + 1)) % 253) + 1;
    push(out, sum > 254 ? sum - 254 : sum);
  }
}
