import { type Bulk, createFormTree, type InputLimits, InputLimitError } from '@yunbiao/contract';
import { createInvalidInputError } from '@yunbiao/services';
import { createBodyTooLargeError } from './body-slots.ts';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
/** Bytes decoded between two yields. */
const YIELD_BYTES = 64 * 1024;

const parseHexDigit = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
};

/**
 * Percent-decodes a form body. Invalid escapes stay unchanged (WHATWG URL,
 * application/x-www-form-urlencoded).
 */
export const decodeForm = function* (bytes: Uint8Array): Generator<void, Buffer> {
  const out = Buffer.allocUnsafe(bytes.length);
  let [size, pause] = [0, YIELD_BYTES];
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause += YIELD_BYTES;
      yield;
    }
    const byte = bytes[at] ?? 0;
    const [high, low] =
      byte === PERCENT ? [parseHexDigit(bytes[at + 1]), parseHexDigit(bytes[at + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      out[size] = high * 16 + low;
      at += 2;
    } else out[size] = byte === PLUS ? 0x20 : byte;
    size += 1;
  }
  return out.subarray(0, size);
};

const validateFieldCount = (bytes: Uint8Array, max: number): void => {
  let count = 1;
  for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1)) {
    count += 1;
    if (count > max) throw new InputLimitError('items');
  }
};

/**
 * Reads a list sent as `rows[0][a]`. Each element is built separately and within the limits of one
 * element, so that a million fields do not block the event loop.
 */
const createFormListReader = ({ field, max, tooMany, limits }: Bulk) => {
  type Piece = { tree: ReturnType<typeof createFormTree>; items: number };
  const pieces = new Map<string, Piece>();
  /** Index of a field: `0` for `rows[0][a]`. Undefined if the name does not belong to the list. */
  const parseListFieldIndex = (name: string): string | undefined => {
    if (!name.startsWith(`${field}[`)) return undefined;
    const close = name.indexOf(']', field.length);
    const next = name[close + 1];
    const isPath = close > 0 && (next === undefined || next === '[') && name.endsWith(']');
    return isPath ? name.slice(field.length + 1, close) : undefined;
  };
  return {
    parsePlace: parseListFieldIndex,
    /** @throws InputLimitError, 400 */
    add: (place: string, name: string, value: string): void => {
      const piece = pieces.get(place) ?? { tree: createFormTree(limits.depth + 1), items: 0 };
      pieces.set(place, piece);
      if (pieces.size > max) throw createInvalidInputError({ [field]: tooMany });
      piece.items += 1;
      if (piece.items > limits.items) throw new InputLimitError('items');
      piece.tree.add(field + name.slice(field.length + place.length + 2), value);
    },
    /**
     * Builds the list. Undefined when no element was sent. Indexes other than 0, 1, 2 … are
     * rejected.
     */
    *buildList(): Generator<void, unknown> {
      if (pieces.size === 0) return undefined;
      const list: unknown[] = [];
      for (let at = 0; at < pieces.size; at += 1) {
        const piece = pieces.get(String(at));
        if (!piece) return {};
        list.push(piece.tree.toObject()[field]);
        yield;
      }
      return list;
    },
  };
};

type BulkForm = {
  fields: Record<string, unknown>;
  /** The list sent as `rows[0][a]`, undefined if it was not sent in this form. */
  indexedList: unknown;
  /** The list sent as one JSON text, undefined if it was not sent in this form. */
  jsonList: Buffer | undefined;
};

/**
 * Parses a form with a long list field by field. The list is one JSON text or is sent as
 * `rows[0][a]`.
 * @throws InputLimitError, 400, 413
 */
export const parseBulkFormBytes = function* (
  bytes: Buffer,
  bulk: Bulk,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
): Generator<void, BulkForm> {
  validateFieldCount(bytes, items);
  const { field, limits, restLimits } = bulk;
  const tree = createFormTree(depth);
  const list = createFormListReader(bulk);
  let listBytes: Buffer | undefined;
  let fields = 0;
  for (let from = 0; from < bytes.length;) {
    const next = bytes.indexOf(AMPERSAND, from);
    const to = next < 0 ? bytes.length : next;
    const pair = bytes.subarray(from, to);
    from = to + 1;
    const equals = pair.indexOf(EQUALS);
    const split = equals < 0 ? pair.length : equals;
    if (split > limits.bytes) throw createBodyTooLargeError(limits.bytes);
    const name = (yield* decodeForm(pair.subarray(0, split))).toString();
    const value = pair.subarray(split + 1);
    if (name === field) {
      listBytes = yield* decodeForm(value);
      continue;
    }
    const place = list.parsePlace(name);
    if (place === undefined) fields += pair.length;
    const maxBytes = place === undefined ? restLimits.bytes : limits.bytes;
    if (value.length > maxBytes || fields > restLimits.bytes)
      throw createBodyTooLargeError(maxBytes);
    const text = (yield* decodeForm(value)).toString();
    if (place === undefined) tree.add(name, text);
    else list.add(place, name, text);
    yield;
  }
  return { fields: tree.toObject(), indexedList: yield* list.buildList(), jsonList: listBytes };
};
