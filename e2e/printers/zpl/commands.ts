export type Command = {
  name: string;
  data: Buffer;
  /** Offset of the next command. */
  end: number;
};

const CARET = 0x5e;

/** The next `^` that starts a command: a doubled one is a caret in the data. */
const findCommand = (bytes: Buffer, from: number): number => {
  let at = bytes.indexOf(CARET, from);
  while (at >= 0 && bytes[at + 1] === CARET) at = bytes.indexOf(CARET, at + 2);
  return at;
};

const unescapeCarets = (data: Buffer): Buffer =>
  data.includes('^^') ? Buffer.from(data.toString('latin1').replaceAll('^^', '^'), 'latin1') : data;

/** Splits a format as stored by the lexer: in linear time, and past the binary data of ^GFB. */
export const splitCommands = (bytes: Buffer): Command[] => {
  const commands: Command[] = [];
  let at = findCommand(bytes, 0);
  while (at >= 0) {
    const name = bytes.toString('latin1', at + 1, at + 3).toUpperCase();
    const head = /^[BC],(\d{1,7}),\d*,\d*,/.exec(bytes.toString('latin1', at + 3, at + 43));
    const skip = name === 'GF' && head ? head[0].length + Number(head[1]) : 0;
    const next = findCommand(bytes, Math.min(at + 3 + skip, bytes.length));
    const end = next < 0 ? bytes.length : next;
    const data = bytes.subarray(at + 3, end);
    commands.push({ name, data: skip > 0 ? data : unescapeCarets(data), end });
    at = next;
  }
  return commands;
};

export const readNumber = (parts: readonly string[], index: number, otherwise: number): number => {
  const part = (parts[index] ?? '').trim();
  return /^\d{1,8}$/.test(part) ? Number(part) : otherwise;
};

/** Null for a value out of range, which leaves the setting unchanged. */
export const readSigned = ([first = '']: readonly string[], max: number): number | null => {
  const value = /^[+-]?\d{1,5}$/.test(first.trim()) ? Number(first) : null;
  return value === null || Math.abs(value) > max ? null : value;
};

/** Null for another letter, which leaves the setting unchanged. */
export const readLetter = ([first = '']: readonly string[], letters: string): string | null =>
  first.length === 1 && letters.includes(first.toUpperCase()) ? first.toUpperCase() : null;
