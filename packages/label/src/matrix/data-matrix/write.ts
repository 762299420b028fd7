import { LONG_BASE256 } from './costs.ts';
import type { Symbols } from './symbols.ts';
import {
  countAsciiCodewords,
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

/** Codewords written so far, and the symbol's capacity before the check codewords. */
type Output = { codewords: Uint8Array; length: number; capacity: number };

/** Writes the data codewords and the padding to the first `capacity` entries of `codewords`. */
export function writeDataCodewords(
  codewords: Uint8Array,
  capacity: number,
  { header, symbols }: Symbols,
  segments: readonly Segment[],
): void {
  const out: Output = { codewords, length: 0, capacity };
  for (const codeword of header) pushCodeword(out, codeword);
  for (const segment of segments) {
    const { mode, start, end } = segment;
    if (mode === 'ascii') writeAsciiSegment(out, symbols, start, end);
    else if (mode === 'edifact') writeEdifactSegment(out, symbols, start, end);
    else if (mode === 'base256') writeBase256Segment(out, symbols, start, end);
    else {
      pushCodeword(out, LATCH[mode]);
      writeTripletSegment(out, symbols, start, end, TRIPLETS[mode]);
    }
  }
  padCodewords(out);
}

function pushCodeword(out: Output, codeword: number): void {
  out.codewords[out.length] = codeword;
  out.length += 1;
}

function writeAsciiSegment(out: Output, symbols: Uint16Array, start: number, end: number): void {
  for (let i = start; i < end; i += 1) {
    const symbol = symbols[i] ?? 0;
    const next = i + 1 < end ? (symbols[i + 1] ?? 0) : 0;
    if (isDigit(symbol) && isDigit(next)) {
      pushCodeword(out, (symbol - 48) * 10 + next - 48 + 130);
      i += 1;
    } else if (symbol === FNC1) pushCodeword(out, FNC1_CODEWORD);
    else {
      if (countAsciiCodewords(symbol) === 2) pushCodeword(out, UPPER_SHIFT);
      pushCodeword(out, (symbol & 127) + 1);
    }
  }
}

function writeTripletSegment(
  out: Output,
  symbols: Uint16Array,
  start: number,
  end: number,
  { counts, values }: TripletSet,
): void {
  let triplet = 0;
  let open = 0;
  const pushTripletValue = (value: number): void => {
    triplet = triplet * 40 + value;
    open += 1;
    if (open < 3) return;
    pushCodeword(out, (triplet + 1) >> 8);
    pushCodeword(out, (triplet + 1) & 255);
    triplet = 0;
    open = 0;
  };
  for (let i = start; i < end; i += 1) {
    const symbol = symbols[i] ?? 0;
    const count = counts[symbol] ?? 0;
    for (let j = 0; j < count; j += 1) pushTripletValue(values[symbol * 4 + j] ?? 0);
  }
  // The unlatch is implied at the end of the symbol, and before a last codeword in ASCII (5.2.5.2).
  const remainingCodewords = out.capacity - out.length;
  const isImplied = remainingCodewords === 0 || (remainingCodewords === 1 && end < symbols.length);
  if (!isImplied) pushCodeword(out, UNLATCH);
}

function writeEdifactSegment(out: Output, symbols: Uint16Array, start: number, end: number): void {
  pushCodeword(out, LATCH.edifact);
  for (let i = start; i < end; i += 4) {
    let group = 0;
    for (let j = 0; j < 4; j += 1)
      group = (group << 6) | (i + j < end ? (symbols[i + j] ?? 0) & 63 : EDIFACT_UNLATCH);
    pushCodeword(out, group >> 16);
    pushCodeword(out, (group >> 8) & 255);
    pushCodeword(out, group & 255);
  }
  // With one or two codewords left, ASCII is implied (5.2.8.2).
  const isClosed = (end - start) % 4 !== 0;
  if (!isClosed && out.capacity - out.length > 2) pushCodeword(out, EDIFACT_UNLATCH << 2);
}

function writeBase256Segment(out: Output, symbols: Uint16Array, start: number, end: number): void {
  const count = end - start;
  pushCodeword(out, LATCH.base256);
  const isToTheEnd = end === symbols.length && out.length + 1 + count === out.capacity;
  if (isToTheEnd) pushRandomised(out, 0);
  else if (count < LONG_BASE256) pushRandomised(out, count);
  else {
    pushRandomised(out, Math.floor(count / 250) + 249);
    pushRandomised(out, count % 250);
  }
  for (let i = start; i < end; i += 1) pushRandomised(out, symbols[i] ?? 0);
}

/** Appends a byte randomised by the 255-state algorithm (annex B.2). */
function pushRandomised(out: Output, byte: number): void {
  pushCodeword(out, (byte + ((149 * (out.length + 1)) % 255) + 1) & 255);
}

/** The first pad is plain; the others use the 253-state algorithm (5.2.3, annex B.1). */
function padCodewords(out: Output): void {
  if (out.length < out.capacity) pushCodeword(out, PAD);
  while (out.length < out.capacity) {
    const sum = PAD + ((149 * (out.length + 1)) % 253) + 1;
    pushCodeword(out, sum > 254 ? sum - 254 : sum);
  }
}
