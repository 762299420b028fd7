import {
  type Bulk,
  formTree,
  INPUT_LIMITS,
  type InputLimits,
  InputRefused,
} from '@yunbiao/contract';
import { invalid } from '@yunbiao/services';
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

/**
 * The list taken apart as `rows[0][a]`: each piece is put together by itself, within the limits of one, so that a
 * million names are not one stretch of work.
 */
const pieceReader = ({ field, max, tooMany, limits }: Bulk) => {
  type Piece = { tree: ReturnType<typeof formTree>; items: number };
  const pieces = new Map<string, Piece>();
  /** Of `rows[0][a]` the `0`; undefined for a name that is none of the list's. */
  const getPlace = (name: string): string | undefined => {
    if (!name.startsWith(`${field}[`)) return undefined;
    const close = name.indexOf(']', field.length);
    const next = name[close + 1];
    const isPath = close > 0 && (next === undefined || next === '[') && name.endsWith(']');
    return isPath ? name.slice(field.length + 1, close) : undefined;
  };
  return {
    getPlace,
    /** @throws InputRefused, 400 */
    add: (place: string, name: string, value: string): void => {
      const piece = pieces.get(place) ?? { tree: formTree(limits.depth + 1), items: 0 };
      pieces.set(place, piece);
      if (pieces.size > max) throw invalid({ [field]: tooMany });
      piece.items += 1;
      if (piece.items > limits.items) throw new InputRefused('items');
      piece.tree.add(field + name.slice(field.length + place.length + 2), value);
    },
    /** The list; undefined when nothing of it came. Places that are not 0, 1, 2 … are no list. */
    *value(): Generator<void, unknown> {
      if (pieces.size === 0) return undefined;
      const list: unknown[] = [];
      for (let at = 0; at < pieces.size; at += 1) {
        const piece = pieces.get(String(at));
        if (!piece) return {};
        list.push(piece.tree.value()[field]);
        yield;
      }
      return list;
    },
  };
};

type Read = {
  fields: Record<string, unknown>;
  /** The long list as it was taken apart; undefined when it was not. */
  nested: unknown;
  /** The same as it was carried whole; undefined when it was not. */
  whole: Buffer | undefined;
};

/**
 * A form with a long list in it, field by field: carried whole as one JSON text, or taken apart as `rows[0][a]`.
 * @throws InputRefused, 400, 413
 */
export const readBulkForm = function* (
  bytes: Buffer,
  bulk: Bulk,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
): Generator<void, Read> {
  countFields(bytes, items);
  const { field, limits } = bulk;
  const tree = formTree(depth);
  const list = pieceReader(bulk);
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
    const place = list.getPlace(name);
    if (place === undefined) small += pair.length;
    const most = place === undefined ? INPUT_LIMITS.bytes : limits.bytes;
    if (value.length > most || small > INPUT_LIMITS.bytes) throw tooLarge(most);
    const text = (yield* decodeForm(value)).toString();
    if (place === undefined) tree.add(name, text);
    else list.add(place, name, text);
    yield;
  }
  return { fields: tree.value(), nested: yield* list.value(), whole };
};
