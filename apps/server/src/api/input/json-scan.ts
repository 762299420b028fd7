import { type InputLimits, InputLimitError } from '@yunbiao/contract';

/** Bytes scanned between two yields. */
const YIELD_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export type ElementRange = { start: number; end: number };

export type ScannedJson = {
  /** The text without the elements of the requested list. */
  rest: string;
  /** Byte ranges of the elements of that list, null when the text has no such list. */
  pieces: ElementRange[] | null;
};

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Position after the closing quote of the string that opens at `start`, or the end of the text.
 * Yields, because one string may be the entire text with every quote escaped.
 */
const findJsonStringEnd = function* (bytes: Uint8Array, start: number): Generator<void, number> {
  let pause = start + YIELD_BYTES;
  for (let at = start + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return bytes.length;
    if (at >= pause) {
      pause = at + YIELD_BYTES;
      yield;
    }
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
};

/**
 * Scans a JSON text byte by byte before it is parsed. Counts its values and nesting depth, and
 * locates the elements of one list of the outer object (`field`; '' when the text is the list
 * itself), so that they can be parsed one by one. Does not validate the JSON: `JSON.parse` does
 * this for the rest and for each element.
 * @throws InputLimitError as soon as `limits` are exceeded
 */
// oxlint-disable-next-line house/function-length -- one state machine over the bytes of one text
export const scanJson = function* (
  bytes: Buffer,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
  field?: string,
): Generator<void, ScannedJson> {
  const listDepth = field === '' ? 1 : 2;
  let [level, values, pause] = [0, 1, YIELD_BYTES];
  let key = '';
  let list: ElementRange | null = null;
  let from = -1;
  const elements: ElementRange[] = [];
  const recordElementRange = (end: number): void => {
    let [start, stop] = [from, end];
    while (start < stop && isSpace(bytes[start])) start += 1;
    while (stop > start && isSpace(bytes[stop - 1])) stop -= 1;
    elements.push({ start, end: stop });
  };
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause = at + YIELD_BYTES;
      yield;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = yield* findJsonStringEnd(bytes, at);
      if (field && level === 1 && end - at <= field.length + 2)
        key = bytes.toString('latin1', at + 1, end - 1);
      at = end - 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level += 1;
      values += 1;
      if (level > depth) throw new InputLimitError('depth');
      const isListField =
        field !== undefined && byte === OPEN_LIST && level === listDepth && key === field;
      if (isListField && list === null) {
        from = at + 1;
        list = { start: from, end: bytes.length };
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (from >= 0 && level === listDepth) {
        recordElementRange(at);
        if (list) list.end = at;
        from = -1;
      }
      level -= 1;
    } else if (byte === COMMA) {
      values += 1;
      if (from >= 0 && level === listDepth) {
        recordElementRange(at);
        from = at + 1;
      } else if (level === 1) key = '';
    } else if (byte !== COLON && !isSpace(byte) && level === 1 && from < 0) {
      // After a scalar value, the name before it no longer belongs to a list.
      key = '';
    }
    if (values > items) throw new InputLimitError('items');
  }
  if (list === null) return { rest: bytes.toString('utf8'), pieces: null };
  const withoutList = bytes.toString('utf8', 0, list.start) + bytes.toString('utf8', list.end);
  const [only] = elements;
  const isEmpty = elements.length === 1 && only !== undefined && only.start === only.end;
  return { rest: withoutList, pieces: isEmpty ? [] : elements };
};
