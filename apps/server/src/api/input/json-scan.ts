import { type InputLimits, InputRefused } from '@yunbiao/contract';

/** Bytes looked at between two yields. */
const STRETCH = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export type Piece = { start: number; end: number };

export type Scanned = {
  /** The text without what is in the list that was asked for. */
  rest: string;
  /** Where each element of that list is; null when the text has no such list. */
  pieces: Piece[] | null;
};

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * The end of the string whose opening quote is at `start`: past its closing quote, or the text's end. One string may be
 * the whole text, and every quote in it escaped.
 */
const endOfString = function* (bytes: Uint8Array, start: number): Generator<void, number> {
  let pause = start + STRETCH;
  for (let at = start + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return bytes.length;
    if (at >= pause) {
      pause = at + STRETCH;
      yield;
    }
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
};

/**
 * Looks through a JSON text once, byte by byte, before anything is made of it: counts its values and how deep they lie,
 * and finds where the elements of one list of its outer object are (`field`; '' when the text is that list itself), so
 * that they can be read one by one. Whether the text is JSON at all is for `JSON.parse` to say of the rest and of each
 * piece.
 * @throws InputRefused as soon as there is more than `limits` allow
 */
export const scanJson = function* (
  bytes: Buffer,
  { items, depth }: Pick<InputLimits, 'items' | 'depth'>,
  field?: string,
): Generator<void, Scanned> {
  const listDepth = field === '' ? 1 : 2;
  let [level, values, pause] = [0, 1, STRETCH];
  let key = '';
  let list: Piece | null = null;
  let from = -1;
  const pieces: Piece[] = [];
  const cut = (end: number): void => {
    let [start, stop] = [from, end];
    while (start < stop && isSpace(bytes[start])) start += 1;
    while (stop > start && isSpace(bytes[stop - 1])) stop -= 1;
    pieces.push({ start, end: stop });
  };
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause = at + STRETCH;
      yield;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = yield* endOfString(bytes, at);
      if (field && level === 1 && end - at <= field.length + 2)
        key = bytes.toString('latin1', at + 1, end - 1);
      at = end - 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      level += 1;
      values += 1;
      if (level > depth) throw new InputRefused('depth');
      const isIt =
        field !== undefined && byte === OPEN_LIST && level === listDepth && key === field;
      if (isIt && list === null) {
        from = at + 1;
        list = { start: from, end: bytes.length };
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (from >= 0 && level === listDepth) {
        cut(at);
        if (list) list.end = at;
        from = -1;
      }
      level -= 1;
    } else if (byte === COMMA) {
      values += 1;
      if (from >= 0 && level === listDepth) {
        cut(at);
        from = at + 1;
      } else if (level === 1) key = '';
    } else if (byte !== COLON && !isSpace(byte) && level === 1 && from < 0) {
      // A bare value: the name before it is no longer the one a list belongs to.
      key = '';
    }
    if (values > items) throw new InputRefused('items');
  }
  if (list === null) return { rest: bytes.toString('utf8'), pieces: null };
  const rest = bytes.toString('utf8', 0, list.start) + bytes.toString('utf8', list.end);
  const [only] = pieces;
  const isEmpty = pieces.length === 1 && only !== undefined && only.start === only.end;
  return { rest, pieces: isEmpty ? [] : pieces };
};
