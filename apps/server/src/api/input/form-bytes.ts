import {
  type Bulk,
  formTree,
  INPUT_LIMITS,
  type InputLimits,
  InputRefused,
} from '@yunbiao/contract';
import { tooLarge } from './bodies.ts';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
/** Bytes decoded between two yields. */
const STRETCH = 64 * 1024;

const hex = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

/** Percent-decodes; what is no escape stays as it is (WHATWG URL, application/x-www-form-urlencoded). */
export const decodeForm = function* (bytes: Uint8Array): Generator<void, Buffer> {
  const out = Buffer.allocUnsafe(bytes.length);
  let [size, pause] = [0, STRETCH];
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause += STRETCH;
      yield;
    }
    const byte = bytes[at] ?? 0;
    const [high, low] = byte === PERCENT ? [hex(bytes[at + 1]), hex(bytes[at + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      out[size] = high * 16 + low;
      at += 2;
    } else out[size] = byte === PLUS ? 0x20 : byte;
    size += 1;
  }
  return out.subarray(0, size);
};

const countFields = (bytes: Uint8Array, max: number): void => {
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    count += 1;
    if (count > max) throw new InputRefused('items');
  }
};

type Read = {
  fields: Record<string, unknown>;
  /** The long list as it was carried whole; undefined when it was not. */
  whole: Buffer | undefined;
};

/**
 * A form with a long list in it, field by field: carried whole as one JSON text, or taken apart as `rows[0][a]`.
 * @throws InputRefused, 413
 */
export const readBulkForm = function* (
  bytes: Buffer,
  { field, limits }: Bulk,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
): Generator<void, Read> {
  countFields(bytes, items);
  const tree = formTree(depth);
  let whole: Buffer | undefined;
  let small = 0;
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf(AMPERSAND, from);
    const to = next < 0 ? bytes.length : next;
    const pair = bytes.subarray(from, to);
    from = to + 1;
    const equals = pair.indexOf(EQUALS);
    const split = equals < 0 ? pair.length : equals;
    if (split > limits.bytes) throw tooLarge(limits.bytes);
    const name = (yield* decodeForm(pair.subarray(0, split))).toString();
    const value = pair.subarray(split + 1);
    if (name === field) {
      whole = yield* decodeForm(value);
      continue;
    }
    const isPiece = name.startsWith(`${field}[`);
    if (!isPiece) small += pair.length;
    const most = isPiece ? limits.bytes : INPUT_LIMITS.bytes;
    if (value.length > most || small > INPUT_LIMITS.bytes) throw tooLarge(most);
    tree.add(name, (yield* decodeForm(value)).toString());
    yield;
  }
  return { fields: tree.value(), whole };
};
