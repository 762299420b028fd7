/** A command as it stands in the stream. */
export type Command = {
  /** `^FO`, `~DG`; the prefixes are these whatever the stream has changed them to, `^A` has its font in the data. */
  name: string;
  /** Of its prefix. */
  at: number;
  /** All that belongs to it. */
  data: Uint8Array;
  /** Between its parameters, as a character code (`^CD`). */
  delimiter: number;
};

const CARET = 0x5e;
const TILDE = 0x7e;
const COMMA = 0x2c;
/** RS and DLE are prefixes like the caret and the tilde, and stay so when those are changed (guide: format and control prefix). */
const CARET_CONTROL = 0x1e;
const TILDE_CONTROL = 0x10;
/** Single characters that stand for a command (guide: ^XA, ^XZ, ^FS). */
const SHORT: ReadonlyMap<number, string> = new Map([
  [0x02, '^XA'],
  [0x03, '^XZ'],
  [0x0f, '^FS'],
]);

/** Commands whose data may hold a tilde that begins none of these. */
const DATA_COMMANDS = new Set(['^FD', '^FV', '^FX', '^SN']);
const TILDE_NAMES = new Set(
  (
    'CC CD CT DB DE DG DN DS DT DU DY EG HB HD HI HM HQ HS HU JA JB JC JD JE JF JG JI JL JN JO JP JQ JR JS JX KB NC NR ' +
    'NT PH PL PP PR PS RO SD TA WC WQ'
  ).split(' '),
);

/** Numbers ahead of the data of a command that brings bytes as they are; longer ones are none. */
const HEAD_BYTES = 80;

/**
 * Cuts a stream into its commands, in their order. Linear: every byte is looked at once, whatever it is. Bytes that belong
 * to no command come as one without a name.
 */
export function* listCommands(bytes: Uint8Array): Generator<Command> {
  const signs = { caret: CARET, tilde: TILDE, delimiter: COMMA };
  let at = 0;
  while (at < bytes.length) {
    // At the beginning, and behind what changed a sign.
    const sign = nextSign(bytes, at, signs);
    if (sign > at)
      yield { name: '', at, data: bytes.subarray(at, sign), delimiter: signs.delimiter };
    at = sign;
    if (at >= bytes.length) return;
    const { name, from } = nameAt(bytes, at, signs);
    const to = getEnd(bytes, name, from, signs);
    const data = bytes.subarray(from, to);
    yield { name, at, data, delimiter: signs.delimiter };
    at = to;
    changeSigns(name, data, signs);
  }
}

type Signs = { caret: number; tilde: number; delimiter: number };

const upper = (byte: number): string => String.fromCharCode(byte).toUpperCase();

/** The command that begins at a sign, and where its data does. */
function nameAt(bytes: Uint8Array, at: number, signs: Signs): { name: string; from: number } {
  const sign = bytes[at] ?? 0;
  const short = SHORT.get(sign);
  if (short !== undefined && sign !== signs.caret && sign !== signs.tilde)
    return { name: short, from: at + 1 };
  const prefix = sign === signs.caret || sign === CARET_CONTROL ? '^' : '~';
  const first = upper(bytes[at + 1] ?? 0);
  // `^A0N`: what follows is the name of a font.
  if (prefix === '^' && first === 'A') return { name: '^A', from: at + 2 };
  const second = upper(bytes[at + 2] ?? 0);
  if (!/^[A-Z][A-Z0-9]$/.test(first + second)) return { name: prefix, from: at + 1 };
  return { name: prefix + first + second, from: at + 3 };
}

function isSign(byte: number, { caret, tilde }: Signs): boolean {
  return (
    byte === caret ||
    byte === tilde ||
    byte === CARET_CONTROL ||
    byte === TILDE_CONTROL ||
    SHORT.has(byte)
  );
}

function nextSign(bytes: Uint8Array, from: number, signs: Signs): number {
  let at = from;
  while (at < bytes.length && !isSign(bytes[at] ?? 0, signs)) at += 1;
  return at;
}

function getEnd(bytes: Uint8Array, name: string, from: number, signs: Signs): number {
  // Those that change a sign take the next byte, whatever it is.
  if (CHANGES.has(name)) return Math.min(from + 1, bytes.length);
  let at = Math.min(bytes.length, from + binaryLength(bytes, name, from));
  for (;;) {
    at = nextSign(bytes, at, signs);
    const isData = DATA_COMMANDS.has(name) && bytes[at] === signs.tilde && at < bytes.length;
    if (!isData || TILDE_NAMES.has(upper(bytes[at + 1] ?? 0) + upper(bytes[at + 2] ?? 0)))
      return at;
    at += 1;
  }
}

/** Numbers of `^GFB,bytes,…` and `~DYd:name,B,type,bytes,width,`, and of their compressed kinds. */
const BINARY: ReadonlyMap<string, RegExp> = new Map([
  ['^GF', /^ *[BC] *,( *\d{1,9}) *,[^,]*,[^,]*,/i],
  ['~DY', /^[^,]*, *[BC] *,[^,]*,( *\d{1,9}) *,[^,]*,/i],
]);

/** Bytes that are data even where they look like a sign, those that say so included; 0 for commands without such. */
export function binaryLength(bytes: Uint8Array, name: string, from: number): number {
  const pattern = BINARY.get(name);
  if (pattern === undefined) return 0;
  const head = toLatin1(bytes.subarray(from, from + HEAD_BYTES));
  const match = pattern.exec(head);
  return match === null ? 0 : match[0].length + Number(match[1]);
}

/** Commands that change a sign; they are done with here. */
export const CHANGES: ReadonlySet<string> = new Set(['^CC', '~CC', '^CT', '~CT', '^CD', '~CD']);

function changeSigns(name: string, data: Uint8Array, signs: Signs): void {
  const [byte] = data;
  if (byte === undefined || !CHANGES.has(name)) return;
  if (name.endsWith('CC')) signs.caret = byte;
  else if (name.endsWith('CT')) signs.tilde = byte;
  else signs.delimiter = byte;
}

/** One character a byte. */
export function toLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
