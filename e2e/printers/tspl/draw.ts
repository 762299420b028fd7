import { Bitmap } from '../works/bitmap.ts';
import type { Drawn } from '../works/drawn.ts';
import { Lexer } from './lexer.ts';

type Mark = (bitmap: Bitmap) => void;

/** What lines set and later lines inherit, until the power goes. */
export type Settings = {
  /** `SIZE`; null: the loaded labels, the whole head. */
  sizeDots: { width: number; length: number } | null;
  reference: { x: number; y: number };
  direction: { turned: boolean; mirrored: boolean };
  /** `SET REPRINT` */
  reprint: boolean;
  inchesPerSecond: number | null;
  /** The image buffer, until `CLS`. */
  marks: readonly Mark[];
  /** The last words of each command that only sets something, e.g. GAP → `2 mm,0 mm`. */
  said: Readonly<Record<string, string>>;
};

export const settingsAtPowerUp = (): Settings => ({
  sizeDots: null,
  reference: { x: 0, y: 0 },
  direction: { turned: false, mirrored: false },
  reprint: true,
  inchesPerSecond: null,
  marks: [],
  said: {},
});

export type DrawRules = { dotsPerMm: number; headDots: number; labelDots: number };

export type DrawnLabel = Drawn & {
  /** The lines without the dots. */
  text: string;
  /** TEXT and codes are not drawn (no fonts here): they stand here, in order. */
  fields: string[];
  said: Settings['said'];
};

type Line = { name: string; rest: string; dots: Buffer };

const MM_PER_INCH = 25.4;
const MOST_LENGTH_DOTS = 32_000;
const SETS = new Set(['GAP', 'BLINE', 'OFFSET', 'SHIFT', 'SPEED', 'DENSITY', 'SET', 'CODEPAGE']);
const FIELDS = new Set(['TEXT', 'BARCODE', 'QRCODE', 'DMATRIX', 'PDF417', 'BLOCK']);
const LEAD = /^ *BITMAP +(-?\d+) *, *(-?\d+) *, *(\d+) *, *(\d+) *, *(\d) *,/i;

/** Lines of a format, each with its dots. */
const linesOf = (bytes: Buffer): Line[] => {
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = LEAD.exec(bytes.toString('latin1', at, at + 80));
    const size = head ? Number(head[3]) * Number(head[4]) : 0;
    const from = at + (head?.[0].length ?? 0);
    const end = bytes.indexOf('\r\n', Math.min(from + size, bytes.length));
    const line = (head ? head[0] : bytes.toString('latin1', at, end)).trim();
    const name = /^[A-Z0-9~!]+/i.exec(line)?.[0].toUpperCase() ?? '';
    lines.push({
      name,
      rest: line.slice(name.length).trim(),
      dots: head ? bytes.subarray(from, from + size) : Buffer.alloc(0),
    });
    at = end < 0 ? bytes.length : end + 2;
  }
  return lines;
};

const numbersOf = (text: string): number[] =>
  text.split(',').map((part) => Number.parseInt(part.trim(), 10) || 0);

/** One line after the other, on a copy of the settings. */
class Drawing {
  settings: Settings;
  readonly #rules: DrawRules;
  readonly #defects: string[] = [];
  readonly #fields: string[] = [];
  #quantity = 1;

  constructor(settings: Settings, rules: DrawRules) {
    this.settings = settings;
    this.#rules = rules;
  }

  draw(bytes: Buffer): DrawnLabel {
    const lines = linesOf(bytes);
    for (const line of lines) this.#line(line);
    const { reprint, inchesPerSecond, said } = this.settings;
    return {
      bytes,
      text: lines.map(({ name, rest }) => `${name} ${rest}`.trim()).join('\n'),
      bitmap: this.#bitmap(),
      fields: this.#fields,
      said,
      quantity: this.#quantity,
      pauseEvery: 0,
      pauseAfter: false,
      reprint,
      inchesPerSecond,
      peels: said['SET PEEL']?.toUpperCase() === 'ON',
      cuts: Number(said['SET CUTTER']) === 1,
      // PRINT feeds a label whatever is in the image buffer.
      prints: true,
      defects: this.#defects,
    };
  }

  #bitmap(): Bitmap {
    const { headDots, labelDots } = this.#rules;
    const { sizeDots, marks, direction } = this.settings;
    const width = Math.min(sizeDots?.width ?? headDots, headDots);
    const length = Math.min(sizeDots?.length ?? labelDots, MOST_LENGTH_DOTS);
    const bitmap = new Bitmap(Math.max(width, 1), Math.max(length, 1));
    for (const mark of marks) mark(bitmap);
    const { turned, mirrored } = direction;
    if (!turned && !mirrored) return bitmap;
    const other = new Bitmap(bitmap.width, bitmap.height);
    for (let y = 0; y < bitmap.height; y++)
      for (let x = 0; x < bitmap.width; x++)
        if (bitmap.get(x, y))
          other.mark(
            turned === mirrored ? x : bitmap.width - 1 - x,
            turned ? bitmap.height - 1 - y : y,
            true,
            false,
          );
    return other;
  }

  #line({ name, rest, dots }: Line): void {
    const set = (change: Partial<Settings>): void => {
      this.settings = { ...this.settings, ...change };
    };
    const [x = 0, y = 0, width = 0, height = 0] = numbersOf(rest);
    if (name === 'SIZE') set({ sizeDots: this.#size(rest) });
    else if (name === 'REFERENCE') set({ reference: { x, y } });
    else if (name === 'DIRECTION') set({ direction: { turned: x === 1, mirrored: y === 1 } });
    else if (name === 'CLS') set({ marks: [] });
    else if (name === 'BITMAP') this.#graphic(numbersOf(rest), dots);
    else if (name === 'BAR') this.#mark({ x, y, width, height, black: true });
    else if (name === 'ERASE') this.#mark({ x, y, width, height, black: false });
    else if (name === 'PRINT') this.#quantity = Math.max(x, 1) * Math.max(y, 1);
    else if (FIELDS.has(name)) this.#fields.push(`${name} ${rest}`);
    else if (SETS.has(name)) this.#set(name, rest);
    else this.#defects.push(`no such command: ${name.slice(0, 20)}`);
  }

  #set(name: string, rest: string): void {
    const [feature = '', ...value] = rest.split(/\s+/);
    const key = name === 'SET' ? `SET ${feature.toUpperCase()}` : name;
    const words = name === 'SET' ? value.join(' ') : rest;
    this.settings = { ...this.settings, said: { ...this.settings.said, [key]: words } };
    if (key === 'SET REPRINT')
      this.settings = { ...this.settings, reprint: words.toUpperCase() === 'ON' };
    if (key === 'SPEED')
      this.settings = { ...this.settings, inchesPerSecond: Number.parseFloat(words) || null };
  }

  /** `60 mm,40 mm`, `480 dot,320 dot`, or inches. */
  #size(rest: string): { width: number; length: number } | null {
    const sides = rest.split(',').map((side) => {
      const value = Number.parseFloat(side);
      if (/dot/i.test(side)) return Math.round(value);
      return Math.round((/mm/i.test(side) ? value : value * MM_PER_INCH) * this.#rules.dotsPerMm);
    });
    const [width, length] = sides;
    if (sides.length === 2 && width && length) return { width, length };
    this.#defects.push(`SIZE ${rest}`);
    return this.settings.sizeDots;
  }

  #mark(area: { x: number; y: number; width: number; height: number; black: boolean }): void {
    const reference = this.#origin();
    const mark: Mark = (bitmap) => {
      const right = Math.min(area.x + reference.x + area.width, bitmap.width);
      const bottom = Math.min(area.y + reference.y + area.height, bitmap.height);
      for (let y = Math.max(area.y + reference.y, 0); y < bottom; y++)
        for (let x = Math.max(area.x + reference.x, 0); x < right; x++)
          bitmap.mark(x, y, area.black, false);
    };
    this.settings = { ...this.settings, marks: [...this.settings.marks, mark] };
  }

  /** `REFERENCE`, and `SHIFT` of the whole label along the feed; `SHIFT x,y` has it across, too. */
  #origin(): { x: number; y: number } {
    const { reference, said } = this.settings;
    const shift = numbersOf(said['SHIFT'] ?? '0');
    const [x, y] = shift.length > 1 ? shift : [0, ...shift];
    return { x: reference.x + (x ?? 0), y: reference.y + (y ?? 0) };
  }

  /** Dots of 0 are black; mode 0 overwrites, 1 is OR, 2 is XOR. */
  #graphic(parameters: readonly number[], dots: Buffer): void {
    const [x = 0, y = 0, width = 0, height = 0, mode = 0] = parameters;
    if (dots.length < width * height || mode > 2) {
      this.#defects.push(`BITMAP ${parameters.join()} with ${dots.length} bytes`);
      return;
    }
    const reference = this.#origin();
    const mark: Mark = (bitmap) => {
      for (let at = 0; at < width * height * 8; at++) {
        const black = ((dots[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0;
        if (!black && mode > 0) continue;
        const column = x + reference.x + (at % (width * 8));
        const row = y + reference.y + Math.floor(at / (width * 8));
        bitmap.mark(column, row, black, mode === 2);
      }
    };
    this.settings = { ...this.settings, marks: [...this.settings.marks, mark] };
  }
}

/** Draws a format and tells what it leaves set. */
export const drawFormat = (
  bytes: Buffer,
  settings: Settings,
  rules: DrawRules,
): { label: DrawnLabel; settings: Settings } => {
  const drawing = new Drawing(settings, rules);
  const label = drawing.draw(bytes);
  return { label, settings: drawing.settings };
};

/** What a printer that has just been switched on prints of these bytes, dot by dot. */
export const labelsOf = (bytes: Uint8Array, rules: DrawRules): DrawnLabel[] => {
  const labels: DrawnLabel[] = [];
  let settings = settingsAtPowerUp();
  const ignore = (): void => {};
  const lexer = new Lexer(
    { mostFormatBytes: 64 * 1024 * 1024, immediates: 'everywhere' },
    {
      format: (format) => {
        const drawn = drawFormat(format, settings, rules);
        settings = drawn.settings;
        labels.push(drawn.label);
      },
      immediate: (letter) => {
        throw new Error(`ESC ! ${letter} in a label`);
      },
      control: ignore,
      lost: ignore,
    },
  );
  lexer.push(bytes);
  if (lexer.inFormat) throw new Error('the last label has no PRINT');
  return labels;
};
