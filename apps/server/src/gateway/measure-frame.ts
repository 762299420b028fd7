const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * A hello has up to 10,000 held labels of two values each and 50 printers. No message nests deeper
 * than a list in a list.
 */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 8;
/** Maximum number of keys per object. Messages have about twelve. */
const MAX_KEYS = 40;

/** Position after the closing quote of the string that opens at `start`, or the end of the text. */
const findJsonStringEnd = (bytes: Buffer, start: number): number => {
  for (let at = start + 1; ; at += 1) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) return bytes.length;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
};

/**
 * Whether a JSON text is within the limits of the largest message. Scans it once: parsing thousands
 * of different keys takes ten times as long as their size suggests. Does not validate the JSON.
 */
export const isJsonWithinLimits = (bytes: Buffer): boolean => {
  /** Number of commas in each open object; -1 for an array. */
  const open: number[] = [];
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = findJsonStringEnd(bytes, at) - 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      open.push(byte === OPEN_OBJECT ? 0 : -1);
      values += 1;
      if (open.length > MAX_DEPTH) return false;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open.pop();
    else if (byte === COMMA) {
      values += 1;
      const commas = open.at(-1) ?? -1;
      if (commas >= 0) open[open.length - 1] = commas + 1;
      if (commas + 1 >= MAX_KEYS) return false;
    }
    if (values > MAX_VALUES) return false;
  }
  return true;
};
