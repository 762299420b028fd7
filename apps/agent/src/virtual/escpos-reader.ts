/** One command of ESC/POS: its two letters, its parameters, and the dots of an image. */
export type EscposCommand = { name: string; parameters: readonly number[]; dots: Buffer };

export type EscposEvents = {
  onCommand: (command: EscposCommand) => void;
  /** `DLE EOT n`, the moment it arrives, wherever it stands. */
  onQuestion: (n: number) => void;
  /** A character to be printed. */
  onText: () => void;
};

const DLE = 0x10;
const EOT = 0x04;
const SPACE = 0x20;
const LEADS: Readonly<Record<number, string>> = { 0x1b: 'ESC ', 0x1c: 'FS ', 0x1d: 'GS ' };
const MAX_DOTS = 16 * 1024 * 1024;

/** How many parameters commands have that have not one. */
const PARAMETERS: Readonly<Record<string, number>> = {
  'ESC @': 0,
  'ESC 2': 0,
  'ESC L': 0,
  'ESC S': 0,
  'ESC $': 2,
  'ESC \\': 2,
  'ESC p': 3,
  'FS &': 0,
  'FS .': 0,
  'GS L': 2,
  'GS W': 2,
  'GS P': 2,
  'GS v': 6,
};
/** `GS V` with one of these says how far to feed, too. */
const FEEDS_AND_CUTS = new Set([65, 66, 97, 98, 103, 104]);

/** Parameters of a command, as far as its first ones tell. */
const neededBy = (name: string, [first = 0, low = 0, high = 0]: readonly number[]): number => {
  // A letter, and how much follows.
  if (name.endsWith('(')) return 3 + low + high * 256;
  if (name === 'GS V') return FEEDS_AND_CUTS.has(first) ? 2 : 1;
  return PARAMETERS[name] ?? 1;
};

const listDotBytes = (name: string, parameters: readonly number[]): number => {
  if (name !== 'GS v') return 0;
  const [, , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = parameters;
  const size = (xLow + xHigh * 256) * (yLow + yHigh * 256);
  return size <= MAX_DOTS ? size : 0;
};

/** Cuts a byte stream into commands, however it arrives. */
export const createEscposReader = (events: EscposEvents): ((chunk: Buffer) => void) => {
  let lead = '';
  let name = '';
  let parameters: number[] = [];
  let dots: number[] = [];
  let due = 0;
  let last = [0, 0];

  const end = (): void => {
    events.onCommand({ name, parameters, dots: Buffer.from(dots) });
    name = '';
    parameters = [];
    dots = [];
  };
  const parameter = (byte: number): void => {
    parameters.push(byte);
    if (parameters.length < neededBy(name, parameters)) return;
    due = listDotBytes(name, parameters);
    if (due === 0) end();
  };
  const plain = (byte: number): void => {
    if (due > 0) {
      due -= 1;
      dots.push(byte);
      if (due === 0) end();
    } else if (name) parameter(byte);
    else if (lead) {
      name = lead + String.fromCharCode(byte);
      lead = '';
      if (neededBy(name, []) === 0) end();
    } else if (LEADS[byte]) lead = LEADS[byte];
    else if (byte >= SPACE) events.onText();
  };

  return (chunk) => {
    for (const byte of chunk) {
      if (last[0] === DLE && last[1] === EOT) events.onQuestion(byte);
      last = [last[1] ?? 0, byte];
      plain(byte);
    }
  };
};
