export const DLE = 0x10;
export const ESC = 0x1b;
export const FS = 0x1c;
export const GS = 0x1d;
export const EOT = 0x04;
export const ENQ = 0x05;
export const DC4 = 0x14;

/** Commands that this printer supports, and its behaviour for others. */
export type Known = {
  /** `GS ( L` and `GS 8 L`. */
  graphics: boolean;
  /** `GS ( H`. */
  processIds: boolean;
  /** Maximum number of rows in `GS v 0`. */
  mostRows: number;
  /** An unknown command with a length, `( x pL pH`: skipped by its length, or by its name only. */
  unknown: 'skipped' | 'printed';
};

/** What the first bytes of a command determine about the rest. */
export type Shape =
  /** The header has more bytes. */
  | { kind: 'more' }
  /** The header is complete; this number of data bytes follows. */
  | { kind: 'whole'; data: number }
  /** Data follows up to a NUL. */
  | { kind: 'to NUL' }
  /** No such command: parsing restarts after these bytes. */
  | { kind: 'unknown' };

const MORE: Shape = { kind: 'more' };
const TO_NUL: Shape = { kind: 'to NUL' };
const UNKNOWN: Shape = { kind: 'unknown' };

/** Parameter counts of commands with a fixed length. */
const getTable = (text: string): ReadonlyMap<number, number> =>
  new Map(
    text.split(' ').map((entry) => {
      const name = entry.slice(0, -1).replace('SP', ' ').replace('FF', '\f');
      return [name.charCodeAt(0), Number(entry.slice(-1))];
    }),
  );

const FIXED: Readonly<Record<number, ReadonlyMap<number, number>>> = {
  [ESC]: getTable(
    'FF0 SP1 !1 $2 %1 -1 20 31 =1 ?1 @0 E1 G1 J1 K1 L0 M1 R1 S0 T1 U1 V1 W8 \\2 a1 c2 d1 e1 i0 m0 p3 r1 t1 u1 v0 {1 <0',
  ),
  [GS]: getTable('FF0 !1 $2 /1 :0 A2 B1 H1 I1 L2 P2 T1 W2 \\2 ^3 a1 b1 c0 f1 g4 h1 j1 r1 w1 E1 z3'),
  [FS]: getTable('!1 &0 .0 -1 ?2 C1 S2 W1 p2 a1 b0 c0'),
};

/** `DLE DC4 fn`: bytes including the function. */
const DC4_BYTES = new Map([
  [1, 3],
  [2, 3],
  [3, 6],
  [7, 2],
  [8, 8],
]);

/** The command is complete with this header length. */
const createFixedShape = (head: readonly number[], length: number, data = 0): Shape =>
  head.length < length ? MORE : { kind: 'whole', data };

const readWord = (head: readonly number[], at: number): number =>
  (head[at] ?? 0) + (head[at + 1] ?? 0) * 256;

const getLetterCode = (character: string): number => character.charCodeAt(0);

/** Stored parameters of a command with a length; no command uses more. */
const MAX_PARAMETERS = 16;
const GRAPHICS_HEAD = 10;
const GRAPHICS_STORE = [0x30, 0x70, 0x30];

/** `GS ( L` and `GS 8 L`: function 112 has its own header, then dots. */
const readGraphicsShape = (head: readonly number[], from: number, length: number): Shape => {
  const known = head.slice(from, from + GRAPHICS_STORE.length);
  if (length < GRAPHICS_HEAD) return createFixedShape(head, from + length);
  if (known.length < GRAPHICS_STORE.length) return MORE;
  const stores = known.every((byte, i) => byte === GRAPHICS_STORE[i]);
  const wanted = stores ? GRAPHICS_HEAD : GRAPHICS_STORE.length;
  return createFixedShape(head, from + wanted, length - wanted);
};

/** `( x pL pH` */
const createSizedShape = (head: readonly number[], known: Known): Shape => {
  const [lead, , name] = head;
  if (name === undefined) return MORE;
  const isGraphics = lead === GS && name === getLetterCode('L');
  const isIds = lead === GS && name === getLetterCode('H');
  const isKnown = isGraphics ? known.graphics : !isIds || known.processIds;
  if (!isKnown && known.unknown === 'printed') return UNKNOWN;
  if (head.length < 5) return MORE;
  const length = readWord(head, 3);
  if (isGraphics && isKnown) return readGraphicsShape(head, 5, length);
  const wanted = Math.min(length, MAX_PARAMETERS);
  return createFixedShape(head, 5 + wanted, length - wanted);
};

/** `GS 8 L p1 p2 p3 p4` */
const readLongGraphics = (head: readonly number[], known: Known): Shape => {
  if (head.length < 3) return MORE;
  if (head[2] !== getLetterCode('L') || (!known.graphics && known.unknown === 'printed'))
    return UNKNOWN;
  if (head.length < 7) return MORE;
  const length = readWord(head, 3) + readWord(head, 5) * 65_536;
  return known.graphics ? readGraphicsShape(head, 7, length) : createFixedShape(head, 7, length);
};

const SCALES = new Set([0, 1, 2, 3, 48, 49, 50, 51]);

/** `GS v 0 m xL xH yL yH` */
const readRasterShape = (head: readonly number[], known: Known): Shape => {
  if (head.length >= 3 && head[2] !== getLetterCode('0')) return UNKNOWN;
  if (head.length >= 4 && !SCALES.has(head[3] ?? 0)) return UNKNOWN;
  if (head.length < 8) return MORE;
  const rows = readWord(head, 6);
  return rows > known.mostRows ? UNKNOWN : { kind: 'whole', data: readWord(head, 4) * rows };
};

/** `ESC * m nL nH`: 8 or 24 dots per column. */
const readColumnsShape = (head: readonly number[]): Shape => {
  const [, , mode = 0] = head;
  if (head.length >= 3 && ![0, 1, 32, 33].includes(mode)) return UNKNOWN;
  if (head.length < 5) return MORE;
  const bytes = readWord(head, 3) * (mode >= 32 ? 3 : 1);
  return (head[4] ?? 0) > 3 ? UNKNOWN : { kind: 'whole', data: bytes };
};

const CUTS = new Map([0, 1, 48, 49].map((mode) => [mode, 3]));
for (const mode of [65, 66, 97, 98, 103, 104]) CUTS.set(mode, 4);

/** `GS V m` or `GS V m n` */
const readCutShape = (head: readonly number[]): Shape => {
  const [, , mode] = head;
  if (mode === undefined) return MORE;
  const length = CUTS.get(mode);
  return length === undefined ? UNKNOWN : createFixedShape(head, length);
};

/** `GS k m d … NUL` or `GS k m n d …` */
const readBarcode = (head: readonly number[]): Shape => {
  const [, , mode, bytes] = head;
  if (mode === undefined) return MORE;
  if (mode <= 6) return TO_NUL;
  if (mode < 65 || mode > 79) return UNKNOWN;
  return createFixedShape(head, 4, bytes);
};

/** `GS C 0 m n`, `GS C 1 aL aH bL bH n r`, `GS C 2 nL nH`: total bytes. */
const COUNTERS = new Map([
  [0, 5],
  [48, 5],
  [1, 9],
  [49, 9],
  [2, 5],
  [50, 5],
]);

/** User-defined characters: `ESC & y c1 c2`, then width and dots per character. */
const readCharactersShape = (head: readonly number[]): Shape => {
  const [, , rows = 0, first = 0, last = 0] = head;
  if (head.length < 5) return MORE;
  if (last < first) return UNKNOWN;
  let at = 5;
  for (let code = first; code <= last; code++) {
    const width = head[at];
    if (width === undefined) return MORE;
    at += 1 + width * rows;
  }
  return createFixedShape(head, at);
};

const MAX_NV_BYTES = 1024 * 1024;

/** NV bit images: `FS q n`, then size and dots per image. */
const readNvImages = (head: readonly number[]): Shape => {
  const [, , images = 0] = head;
  if (head.length < 3) return MORE;
  let at = 3;
  for (let image = 0; image < images; image++) {
    if (head.length < at + 4) return MORE;
    at += 4 + readWord(head, at) * readWord(head, at + 2) * 8;
    if (at > MAX_NV_BYTES) return UNKNOWN;
  }
  return createFixedShape(head, at);
};

/** `FS g 1 m a1 a2 a3 a4 nL nH` writes, `FS g 2` reads. */
const readUserMemory = (head: readonly number[]): Shape => {
  const [, , fn] = head;
  if (fn === undefined) return MORE;
  if (fn !== 0x31 && fn !== 0x32) return UNKNOWN;
  return createFixedShape(head, 10, fn === 0x31 ? readWord(head, 8) : 0);
};

const readRealTime = (head: readonly number[]): Shape => {
  const [, second, fn] = head;
  if (second === EOT || second === ENQ) return createFixedShape(head, 3);
  if (second !== DC4) return UNKNOWN;
  if (fn === undefined) return MORE;
  const bytes = DC4_BYTES.get(fn);
  return bytes === undefined ? UNKNOWN : createFixedShape(head, 2 + bytes);
};

/** The shape of a command from its bytes so far; the first is DLE, ESC, FS or GS. */
export const getShape = (head: readonly number[], known: Known): Shape => {
  const [lead = 0, second] = head;
  if (second === undefined) return MORE;
  if (lead === DLE) return readRealTime(head);
  const parameters = FIXED[lead]?.get(second);
  if (parameters !== undefined) return createFixedShape(head, 2 + parameters);
  if (second === getLetterCode('(')) return createSizedShape(head, known);
  const name = `${lead === ESC ? 'ESC' : lead === GS ? 'GS' : 'FS'} ${String.fromCharCode(second)}`;
  if (name === 'ESC *') return readColumnsShape(head);
  if (name === 'ESC D') return TO_NUL;
  if (name === 'GS v') return readRasterShape(head, known);
  if (name === 'GS 8') return readLongGraphics(head, known);
  if (name === 'GS V') return readCutShape(head);
  if (name === 'GS k') return readBarcode(head);
  if (name === 'GS *') return createFixedShape(head, 4, (head[2] ?? 0) * (head[3] ?? 0) * 8);
  if (name === 'ESC &') return readCharactersShape(head);
  if (name === 'FS q') return readNvImages(head);
  if (name === 'FS g') return readUserMemory(head);
  if (name === 'FS 2') return createFixedShape(head, 76);
  if (name === 'GS Q') return createFixedShape(head, 8, readWord(head, 4) * readWord(head, 6));
  if (name === 'GS C') return createFixedShape(head, COUNTERS.get(head[2] ?? 0) ?? 3);
  return UNKNOWN;
};

const LEADS: Readonly<Record<number, string>> = {
  [DLE]: 'DLE',
  [ESC]: 'ESC',
  [FS]: 'FS',
  [GS]: 'GS',
};
const CONTROLS: Readonly<Record<number, string>> = {
  0x0c: 'FF',
  0x20: 'SP',
  4: 'EOT',
  5: 'ENQ',
  0x14: 'DC4',
};

const nameByte = (byte: number): string => CONTROLS[byte] ?? String.fromCharCode(byte);

/** A command's name and the parameters in its header. */
export const getCommand = (head: readonly number[]): { name: string; args: number[] } => {
  const [lead = 0, second = 0, third = 0] = head;
  const name = `${LEADS[lead] ?? ''} ${nameByte(second)}`;
  if (second === getLetterCode('('))
    return { name: `${name} ${nameByte(third)}`, args: head.slice(5) };
  if (name === 'GS 8') return { name: 'GS ( L', args: head.slice(7) };
  return { name, args: head.slice(2) };
};
