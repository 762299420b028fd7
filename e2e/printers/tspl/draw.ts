import { Bitmap } from '../works/bitmap.ts';
import type { Drawn } from '../works/drawn.ts';
import { assignVariable, Program } from './basic.ts';
import { findFile, manageFiles, storeFile } from './files.ts';
import { type Line, readFullName, splitLines } from './lines.ts';
import { TSPL_MANUAL } from './manual.ts';
import { createAreaMark, createBoxMark, createOverlayMark, turnBitmap } from './marks.ts';
import { type Mark, type Settings, createPowerUpSettings } from './settings.ts';

export type DrawRules = { dotsPerMm: number; headDots: number; labelDots: number };

export type DrawnLabel = Drawn & {
  /** The lines without the dots. */
  text: string;
  /** TEXT and codes are not drawn (no fonts here); listed here in order. */
  fields: string[];
  said: Settings['said'];
  /** Paper movements, and messages for the host. */
  acts: string[];
};

const MM_PER_INCH = 25.4;
const MAX_LENGTH_DOTS = 32_000;
const FIELDS = new Set(
  'TEXT BARCODE QRCODE DMATRIX PDF417 BLOCK CODABLOCK MAXICODE MPDF417 AZTEC RSS TLC39 CIRCLE DIAGONAL ELLIPSE PUTBMP PUTPCX'.split(
    ' ',
  ),
);
const MAX_TEXTS = 2000;
const MAX_LABELS = 200;
/** Maximum steps of a program including those it runs, and maximum call depth. */
const MAX_STEPS = 2000;
const MAX_DEPTH = 3;

const EFFECTS = new Map(TSPL_MANUAL.map(({ name, effects }) => [name, effects] as const));

const listNumbers = (text: string): number[] =>
  text.split(',').map((part) => Number.parseInt(part.trim(), 10) || 0);

/** Executes line by line on a copy of the settings. */
export class Drawing {
  settings: Settings;
  /** One label per PRINT. */
  readonly labels: DrawnLabel[] = [];
  readonly #rules: DrawRules;
  #defects: string[] = [];
  #acts: string[] = [];
  #depth = 0;
  #steps = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #text = '';

  constructor(settings: Settings, rules: DrawRules) {
    this.settings = settings;
    this.#rules = rules;
  }

  /** The label of the last PRINT; its quantity is the total. */
  draw(bytes: Buffer): DrawnLabel {
    this.execute(bytes);
    const { labels } = this;
    const last = labels.at(-1) ?? { ...this.#label(0), prints: false };
    const quantity = labels.reduce((sum, label) => sum + label.quantity, 0);
    return { ...last, quantity: Math.max(quantity, 1), defects: this.#defects, acts: this.#acts };
  }

  /** Returns and clears the actions since the last call. */
  takeActs(): string[] {
    return this.#acts.splice(0);
  }

  execute(bytes: Buffer): void {
    const lines = splitLines(bytes);
    this.#bytes = bytes;
    this.#text = lines.map(({ name, rest }) => `${name} ${rest}`.trim()).join('\n');
    this.#lines(lines);
  }

  #lines(lines: readonly Line[]): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at];
      if (line?.name === 'DOWNLOAD') at = this.#download(lines, at);
      else if (line) this.#line(line);
    }
  }

  /** Stores a file of the given size, or a program up to EOP; returns where it ends. */
  #download(lines: readonly Line[], at: number): number {
    const { rest = '', dots = Buffer.alloc(0) } = lines[at] ?? {};
    const end = lines.findIndex(({ name }, index) => index > at && name === 'EOP');
    const counted = /,\s*$/.test(rest);
    const program = lines.slice(at + 1, end < 0 ? lines.length : end);
    const text = program.map(({ name, rest: words }) => `${name} ${words}`).join('\r\n');
    const bytes = counted ? Buffer.from(dots) : Buffer.from(text, 'latin1');
    this.settings = { ...this.settings, files: storeFile(this.settings.files, rest, bytes) };
    return counted ? at : end < 0 ? lines.length : end;
  }

  /** Runs a stored program; false when there is none. */
  run(name: string): boolean {
    const file = findFile(this.settings.files, name);
    if (!file || this.#depth > MAX_DEPTH) return false;
    if (this.#depth === 0) this.#steps = 0;
    this.#depth++;
    new Program(file, {
      variables: () => this.settings.variables,
      assign: (variable, value) => {
        const variables = { ...this.settings.variables, [variable]: value };
        this.settings = { ...this.settings, variables };
      },
      mayStep: () => ++this.#steps <= MAX_STEPS,
      command: (line) => this.#lines(splitLines(Buffer.from(`${line}\r\n`, 'latin1'))),
    }).run();
    this.#depth--;
    return true;
  }

  #label(quantity: number): DrawnLabel {
    const { reprint, inchesPerSecond, said, texts } = this.settings;
    return {
      bytes: this.#bytes,
      text: this.#text,
      bitmap: this.#bitmap(),
      fields: [...texts],
      said,
      quantity,
      pauseEvery: 0,
      pauseAfter: false,
      reprint,
      inchesPerSecond,
      peels: said['SET PEEL']?.toUpperCase() === 'ON',
      cuts: Number(said['SET CUTTER']) === 1,
      // PRINT feeds a label even when the image buffer is empty.
      prints: true,
      defects: [...this.#defects],
      acts: [],
    };
  }

  #bitmap(): Bitmap {
    const { headDots, labelDots } = this.#rules;
    const { sizeDots, marks, direction } = this.settings;
    const width = Math.min(sizeDots?.width ?? headDots, headDots);
    const length = Math.min(sizeDots?.length ?? labelDots, MAX_LENGTH_DOTS);
    const bitmap = new Bitmap(Math.max(width, 1), Math.max(length, 1));
    for (const mark of marks) mark(bitmap);
    return turnBitmap(bitmap, direction);
  }

  #line({ name, rest, dots }: Line): void {
    const changeSettings = (change: Partial<Settings>): void => {
      this.settings = { ...this.settings, ...change };
    };
    const [x = 0, y = 0, width = 0, height = 0] = listNumbers(rest);
    if (name === 'SIZE') changeSettings({ sizeDots: this.#size(rest) });
    else if (name === 'REFERENCE') changeSettings({ reference: { x, y } });
    else if (name === 'DIRECTION')
      changeSettings({ direction: { turned: x === 1, mirrored: y === 1 } });
    else if (name === 'CLS') changeSettings({ marks: [], texts: [] });
    else if (name === 'BITMAP') this.#graphic(listNumbers(rest), dots);
    else if (name === 'BAR')
      this.#mark(createAreaMark({ x, y, width, height }, 'black', this.#origin()));
    else if (name === 'ERASE')
      this.#mark(createAreaMark({ x, y, width, height }, 'white', this.#origin()));
    else if (name === 'REVERSE')
      this.#mark(createAreaMark({ x, y, width, height }, 'flip', this.#origin()));
    else if (name === 'BOX') this.#mark(createBoxMark(listNumbers(rest), this.#origin()));
    else if (name === 'PRINT') this.#print(Math.max(x, 1) * Math.max(y, 1));
    else if (name === 'INITIALPRINTER') this.settings = createPowerUpSettings();
    else if (FIELDS.has(name)) this.#field(`${name} ${rest}`);
    else this.#say({ name, rest, dots });
  }

  #print(quantity: number): void {
    if (this.labels.length < MAX_LABELS) this.labels.push(this.#label(quantity));
  }

  #field(text: string): void {
    if (this.settings.texts.length < MAX_TEXTS)
      this.settings = { ...this.settings, texts: [...this.settings.texts, text] };
  }

  /** Executes a command without dots: a setting, a file, a variable, an immediate action. */
  #say(line: Line): void {
    const name = readFullName(line);
    const effects = EFFECTS.get(name) ?? [];
    const files = manageFiles(this.settings.files, line);
    const text = `${line.name} ${line.rest}`.trim();
    if (files) this.settings = { ...this.settings, files };
    else if (name === 'RUN') this.run(/"([^"]*)"/.exec(line.rest)?.[1] ?? '');
    else if (effects.includes('device')) this.#keep('device', name, line);
    else if (effects.some((effect) => effect === 'power' || effect === 'saved'))
      this.#keep('said', name, line);
    else if (line.name === 'SET') this.#keep('said', name, line);
    else if (effects.length > 0 || text.startsWith('?')) this.#acts.push(text);
    else if (!this.#assigns(text) && !this.run(line.name))
      this.#defects.push(`no such command: ${line.name.slice(0, 20)}`);
    const isSet = effects.some((effect) => effect === 'saved' || effect === 'device');
    if (isSet && effects.includes('acts')) this.#acts.push(text);
  }

  #keep(where: 'said' | 'device', name: string, { rest }: Line): void {
    const isPair = name.includes(' ') && where === 'said';
    const words = isPair
      ? rest
          .replace(/^\S+\s*/, '')
          .split(/\s+/)
          .join(' ')
      : rest;
    const now = { ...this.settings[where], [name]: words };
    this.settings = { ...this.settings, [where]: now };
    if (name === 'SET REPRINT')
      this.settings = { ...this.settings, reprint: words.toUpperCase() === 'ON' };
    if (name === 'SPEED')
      this.settings = { ...this.settings, inchesPerSecond: Number.parseFloat(words) || null };
  }

  #assigns(text: string): boolean {
    return assignVariable(text, {
      variables: () => this.settings.variables,
      assign: (name, value) => {
        const where = /^@(?:YEAR|MONTH|DATE|HOUR|MINUTE|SECOND)$/.test(name)
          ? 'device'
          : 'variables';
        const now = { ...this.settings[where], [name]: String(value) };
        this.settings = { ...this.settings, [where]: now };
      },
    });
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

  #mark(mark: Mark): void {
    this.settings = { ...this.settings, marks: [...this.settings.marks, mark] };
  }

  /**
   * `REFERENCE`, and `SHIFT` of the whole label along the feed; `SHIFT x,y` shifts it across too.
   */
  #origin(): { x: number; y: number } {
    const { reference, said } = this.settings;
    const shift = listNumbers(said['SHIFT'] ?? '0');
    const [x, y] = shift.length > 1 ? shift : [0, ...shift];
    return { x: reference.x + (x ?? 0), y: reference.y + (y ?? 0) };
  }

  /** Zero bits are black; mode 0 overwrites, 1 is OR, 2 is XOR. */
  #graphic(parameters: readonly number[], dots: Buffer): void {
    const [, , width = 0, height = 0, mode = 0] = parameters;
    if (dots.length < width * height || mode > 2) {
      this.#defects.push(`BITMAP ${parameters.join()} with ${dots.length} bytes`);
      return;
    }
    this.#mark(createOverlayMark(parameters, dots, this.#origin()));
  }
}

/** Draws a format and returns the settings after it. */
export const drawFormat = (
  bytes: Buffer,
  settings: Settings,
  rules: DrawRules,
): { label: DrawnLabel; settings: Settings } => {
  const drawing = new Drawing(settings, rules);
  const label = drawing.draw(bytes);
  return { label, settings: drawing.settings };
};
