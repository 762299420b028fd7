/** One line of TSPL: the command, what follows it, and the dots of a BITMAP. */
export type TsplLine = { name: string; parameters: string; dots: Buffer };

export type TsplEvents = {
  onLine: (line: TsplLine) => void;
  /** The letter of `<ESC>!…`, at once. */
  onImmediate: (letter: string) => void;
};

const ESC = 0x1b;
const BANG = 0x21;
/** Longest line without its dots; beyond it the sender is not talking TSPL. */
const MAX_LINE = 4096;
const MAX_DOTS = 16 * 1024 * 1024;
const BITMAP = /^ *BITMAP +(?:-?\d+ *, *){2}(\d+) *, *(\d+) *, *\d *,$/i;

/** Cuts a byte stream into lines and immediate commands, however it arrives. */
export const createTsplReader = (events: TsplEvents): ((chunk: Buffer) => void) => {
  let text = '';
  let dots: number[] = [];
  let due = 0;
  let lead: number[] = [];

  const endLine = (): void => {
    const [, name = '', parameters = ''] = /^\s*([A-Z]+)\s*(.*)$/is.exec(text) ?? [];
    if (name) events.onLine({ name: name.toUpperCase(), parameters, dots: Buffer.from(dots) });
    text = '';
    dots = [];
  };
  const plain = (byte: number): void => {
    if (byte === 0x0d || byte === 0x0a) return endLine();
    if (text.length < MAX_LINE) text += String.fromCharCode(byte);
    if (byte !== 0x2c || dots.length > 0) return;
    const [, width = '0', height = '0'] = BITMAP.exec(text) ?? [];
    const size = Number(width) * Number(height);
    due = size <= MAX_DOTS ? size : 0;
  };
  const take = (byte: number): void => {
    if (due > 0) {
      due -= 1;
      dots.push(byte);
      return;
    }
    if (lead.length === 2) {
      lead = [];
      events.onImmediate(String.fromCharCode(byte));
    } else if (byte === ESC || (lead.length === 1 && byte === BANG)) {
      lead = byte === ESC ? [byte] : [...lead, byte];
    } else {
      lead = [];
      plain(byte);
    }
  };

  return (chunk) => {
    for (const byte of chunk) take(byte);
  };
};
