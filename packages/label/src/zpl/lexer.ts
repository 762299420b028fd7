/** A command in the stream. */
export type Command = {
  /**
   * `^FO`, `~DG`; with the default prefixes even if the stream has changed them. `^A` has its font
   * in the data.
   */
  name: string;
  /** Position of its prefix. */
  at: number;
  /** All bytes that belong to it. */
  data: Uint8Array;
  /** Parameter delimiter as a character code (`^CD`). */
  delimiter: number;
};

const CARET = 0x5e;
const TILDE = 0x7e;
const COMMA = 0x2c;
/**
 * RS and DLE are always prefixes, like the caret and the tilde, even when these are changed (guide:
 * format and control prefix).
 */
const CARET_CONTROL = 0x1e;
const TILDE_CONTROL = 0x10;
/** Control characters that stand for a command (guide: ^XA, ^XZ, ^FS). */
const SHORT: ReadonlyMap<number, string> = new Map([
  [0x02, '^XA'],
  [0x03, '^XZ'],
  [0x0f, '^FS'],
]);

/** Commands whose data may contain a tilde that does not start a command listed below. */
const DATA_COMMANDS = new Set(['^FD', '^FV', '^FX', '^SN']);
const TILDE_NAMES = new Set(
  (
    'CC CD CT DB DE DG DN DS DT DU DY EG HB HD HI HM HQ HS HU JA JB JC JD JE JF JG JI JL JN JO JP JQ JR JS JX KB NC NR ' +
    'NT PH PL PP PR PS RO SD TA WC WQ'
  ).split(' '),
);

/** Maximum bytes of the numbers before binary data. */
const HEAD_BYTES = 80;

/**
 * Splits a stream into its commands, in order. Linear: every byte is visited once. Bytes that
 * belong to no command are yielded as a command without name.
 */
export function* listZplCommands(bytes: Uint8Array): Generator<Command> {
  const signs = { caret: CARET, tilde: TILDE, delimiter: COMMA };
  let at = 0;
  while (at < bytes.length) {
    // Non-empty at the start, and after a command that changes a prefix.
    const sign = findNextCommandPrefix(bytes, at, signs);
    if (sign > at)
      yield { name: '', at, data: bytes.subarray(at, sign), delimiter: signs.delimiter };
    at = sign;
    if (at >= bytes.length) return;
    const { name, from } = readCommandName(bytes, at, signs);
    const to = findCommandEnd(bytes, name, from, signs);
    const data = bytes.subarray(from, to);
    yield { name, at, data, delimiter: signs.delimiter };
    at = to;
    changeCommandPrefixes(name, data, signs);
  }
}

type Signs = { caret: number; tilde: number; delimiter: number };

const toUpperLetter = (byte: number): string => String.fromCharCode(byte).toUpperCase();

/** Name of the command at a prefix, and start of its data. */
function readCommandName(
  bytes: Uint8Array,
  at: number,
  signs: Signs,
): { name: string; from: number } {
  const sign = bytes[at] ?? 0;
  const short = SHORT.get(sign);
  if (short !== undefined && sign !== signs.caret && sign !== signs.tilde)
    return { name: short, from: at + 1 };
  const prefix = sign === signs.caret || sign === CARET_CONTROL ? '^' : '~';
  const first = toUpperLetter(bytes[at + 1] ?? 0);
  // `^A0N`: the next character is the font name.
  if (prefix === '^' && first === 'A') return { name: '^A', from: at + 2 };
  const second = toUpperLetter(bytes[at + 2] ?? 0);
  if (!/^[A-Z][A-Z0-9]$/.test(first + second)) return { name: prefix, from: at + 1 };
  return { name: prefix + first + second, from: at + 3 };
}

function isCommandPrefix(byte: number, { caret, tilde }: Signs): boolean {
  return (
    byte === caret ||
    byte === tilde ||
    byte === CARET_CONTROL ||
    byte === TILDE_CONTROL ||
    SHORT.has(byte)
  );
}

function findNextCommandPrefix(bytes: Uint8Array, from: number, signs: Signs): number {
  let at = from;
  while (at < bytes.length && !isCommandPrefix(bytes[at] ?? 0, signs)) at += 1;
  return at;
}

function findCommandEnd(bytes: Uint8Array, name: string, from: number, signs: Signs): number {
  // Commands that change a prefix take any next byte.
  if (PREFIX_COMMANDS.has(name)) return Math.min(from + 1, bytes.length);
  let at = Math.min(bytes.length, from + measureBinaryData(bytes, name, from));
  for (;;) {
    at = findNextCommandPrefix(bytes, at, signs);
    const isData = DATA_COMMANDS.has(name) && bytes[at] === signs.tilde && at < bytes.length;
    if (
      !isData ||
      TILDE_NAMES.has(toUpperLetter(bytes[at + 1] ?? 0) + toUpperLetter(bytes[at + 2] ?? 0))
    )
      return at;
    at += 1;
  }
}

/**
 * Numbers of `^GFB,bytes,…` and `~DYd:name,B,type,bytes,width,`, and of the compressed variants.
 */
const BINARY: ReadonlyMap<string, RegExp> = new Map([
  ['^GF', /^ *[BC] *,( *\d{1,9}) *,[^,]*,[^,]*,/i],
  ['~DY', /^[^,]*, *[BC] *,[^,]*,( *\d{1,9}) *,[^,]*,/i],
]);

/**
 * Bytes that are data even if they look like a prefix, including the numbers before them; 0 for
 * other commands.
 */
export function measureBinaryData(bytes: Uint8Array, name: string, from: number): number {
  const pattern = BINARY.get(name);
  if (pattern === undefined) return 0;
  const head = decodeLatin1(bytes.subarray(from, from + HEAD_BYTES));
  const match = pattern.exec(head);
  return match === null ? 0 : match[0].length + Number(match[1]);
}

/** Commands that change a prefix or the delimiter; the lexer applies them. */
export const PREFIX_COMMANDS: ReadonlySet<string> = new Set([
  '^CC',
  '~CC',
  '^CT',
  '~CT',
  '^CD',
  '~CD',
]);

function changeCommandPrefixes(name: string, data: Uint8Array, signs: Signs): void {
  const [byte] = data;
  if (byte === undefined || !PREFIX_COMMANDS.has(name)) return;
  if (name.endsWith('CC')) signs.caret = byte;
  else if (name.endsWith('CT')) signs.tilde = byte;
  else signs.delimiter = byte;
}

/** Decodes bytes, one character per byte. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
