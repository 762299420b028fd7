/** One TSPL line: command, parameters, and the dots of a BITMAP. */
export type TsplLine = { name: string; parameters: string; dots: Buffer };

export type TsplEvents = {
  onLine: (line: TsplLine) => void;
  /** Called immediately with the letter of `<ESC>!…`. */
  onImmediate: (letter: string) => void;
};

const ESC = 0x1b;
const BANG = 0x21;
/** Maximum line length without dots. Longer data is not TSPL. */
const MAX_LINE = 4096;
const MAX_DOTS = 16 * 1024 * 1024;
const BITMAP = /^ *BITMAP +(?:-?\d+ *, *){2}(\d+) *, *(\d+) *, *\d *,$/i;

/** Splits a byte stream into lines and immediate commands, for any chunking. */
export const createTsplReader = (events: TsplEvents): ((chunk: Buffer) => void) => {
  let text = '';
  let dots: number[] = [];
  let remainingDotBytes = 0;
  let escapeBytes: number[] = [];

  const emitTsplLine = (): void => {
    const [, name = '', parameters = ''] = /^\s*([A-Z]+)\s*(.*)$/is.exec(text) ?? [];
    if (name) events.onLine({ name: name.toUpperCase(), parameters, dots: Buffer.from(dots) });
    text = '';
    dots = [];
  };
  const readTextByte = (byte: number): void => {
    if (byte === 0x0d || byte === 0x0a) return emitTsplLine();
    if (text.length < MAX_LINE) text += String.fromCharCode(byte);
    if (byte !== 0x2c || dots.length > 0) return;
    const [, width = '0', height = '0'] = BITMAP.exec(text) ?? [];
    const size = Number(width) * Number(height);
    remainingDotBytes = size <= MAX_DOTS ? size : 0;
  };
  const processTsplByte = (byte: number): void => {
    if (remainingDotBytes > 0) {
      remainingDotBytes -= 1;
      dots.push(byte);
      return;
    }
    if (escapeBytes.length === 2) {
      escapeBytes = [];
      events.onImmediate(String.fromCharCode(byte));
    } else if (byte === ESC || (escapeBytes.length === 1 && byte === BANG)) {
      escapeBytes = byte === ESC ? [byte] : [...escapeBytes, byte];
    } else {
      escapeBytes = [];
      readTextByte(byte);
    }
  };

  return (chunk) => {
    for (const byte of chunk) processTsplByte(byte);
  };
};
