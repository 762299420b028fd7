/** One ESC/POS command with parameters and image dots. */
export type EscposCommand = { name: string; parameters: readonly number[]; dots: Buffer };

export type EscposEvents = {
  onCommand: (command: EscposCommand) => void;
  /** `DLE EOT n`, on arrival, at any position in the stream. */
  onQuestion: (n: number) => void;
  /** Called for each printable character. */
  onText: () => void;
};

const DLE = 0x10;
const EOT = 0x04;
const SPACE = 0x20;
const COMMAND_PREFIXES: Readonly<Record<number, string>> = {
  0x1b: 'ESC ',
  0x1c: 'FS ',
  0x1d: 'GS ',
};
const MAX_DOTS = 16 * 1024 * 1024;

/** Number of parameters of commands that do not have exactly one. */
const PARAMETER_COUNTS: Readonly<Record<string, number>> = {
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
/** Functions of `GS V` with a feed parameter. */
const FEED_AND_CUT_FUNCTIONS = new Set([65, 66, 97, 98, 103, 104]);

/** Number of parameter bytes of a command; the first ones decide it for some commands. */
const countParameters = (
  name: string,
  [first = 0, low = 0, high = 0]: readonly number[],
): number => {
  // A letter and the length of the rest.
  if (name.endsWith('(')) return 3 + low + high * 256;
  if (name === 'GS V') return FEED_AND_CUT_FUNCTIONS.has(first) ? 2 : 1;
  return PARAMETER_COUNTS[name] ?? 1;
};

const countDotBytes = (name: string, parameters: readonly number[]): number => {
  if (name !== 'GS v') return 0;
  const [, , xLow = 0, xHigh = 0, yLow = 0, yHigh = 0] = parameters;
  const size = (xLow + xHigh * 256) * (yLow + yHigh * 256);
  return size <= MAX_DOTS ? size : 0;
};

/** Splits a byte stream into commands, for any chunking. */
export const createEscposReader = (events: EscposEvents): ((chunk: Buffer) => void) => {
  let prefix = '';
  let name = '';
  let parameters: number[] = [];
  let dots: number[] = [];
  let remainingDotBytes = 0;
  let lastTwoBytes = [0, 0];

  const finishCommand = (): void => {
    events.onCommand({ name, parameters, dots: Buffer.from(dots) });
    name = '';
    parameters = [];
    dots = [];
  };
  const processParameterByte = (byte: number): void => {
    parameters.push(byte);
    if (parameters.length < countParameters(name, parameters)) return;
    remainingDotBytes = countDotBytes(name, parameters);
    if (remainingDotBytes === 0) finishCommand();
  };
  const processCommandByte = (byte: number): void => {
    if (remainingDotBytes > 0) {
      remainingDotBytes -= 1;
      dots.push(byte);
      if (remainingDotBytes === 0) finishCommand();
    } else if (name) processParameterByte(byte);
    else if (prefix) {
      name = prefix + String.fromCharCode(byte);
      prefix = '';
      if (countParameters(name, []) === 0) finishCommand();
    } else if (COMMAND_PREFIXES[byte]) prefix = COMMAND_PREFIXES[byte];
    else if (byte >= SPACE) events.onText();
  };

  return (chunk) => {
    for (const byte of chunk) {
      if (lastTwoBytes[0] === DLE && lastTwoBytes[1] === EOT) events.onQuestion(byte);
      lastTwoBytes = [lastTwoBytes[1] ?? 0, byte];
      processCommandByte(byte);
    }
  };
};
