import { Bitmap } from '../works/bitmap.ts';
import { type Command, readNumber, splitCommands } from './commands.ts';
import type { DrawnLabel } from './drawn-label.ts';
import { decodeHex, type Field, type Look, createField } from './field.ts';
import { decodeGraphic, type Graphic } from './graphic.ts';
import { layOut } from './lay-out.ts';
import { keepObject, readName } from './memory.ts';
import { readLength, applyZplCommand, SETTERS } from './set.ts';
import type { Mark, Settings } from './settings.ts';

export { type Settings, createPowerUpSettings } from './settings.ts';

export type DrawRules = {
  headDots: number;
  labelDots: number;
  /** A :Z64: or :B64: graphic with a wrong CRC: Zebra aborts it, others draw it. */
  crc: 'checked' | 'ignored';
};

const MAX_LENGTH_DOTS = 32_000;
/** Maximum total size of decoded graphics in one format. */
const MAX_GRAPHICS_BYTES = 16 * 1024 * 1024;
const MAX_QUANTITY = 99_999_999;
/** Maximum depth of recalled formats. */
const MAX_DEPTH = 4;
const MAX_DARKNESS = 30;

const SHAPES = new Set(['GC', 'GD', 'GE', 'GS']);
const ACTS = new Set(['PF', 'PH', 'CN', 'CP', 'PN', 'WD']);
const ANSWERS = new Set(['HF', 'HG', 'HH', 'HT', 'HV', 'HW', 'HY', 'HZ', 'LF', 'HL', 'RI', 'RT']);
const FIELD_PARTS = new Set(['FB', 'FC', 'FE', 'FP', 'TB', 'SF']);

class Drawing {
  readonly label: DrawnLabel;
  readonly #settings: Settings;
  readonly #rules: DrawRules;
  readonly #marks: Mark[];
  #field = createField({ x: 0, y: 0 });
  #graphics = 0;
  /** ^XB, for this format only. */
  #keepsIn = false;
  /** ^IS: the name, and whether it is also printed. */
  #saves: { name: string; prints: boolean } | null = null;
  /** Fields of a recalled format that wait for their ^FN. */
  readonly #slots = new Map<string, { data: string }[]>();
  #depth = 0;

  constructor(bytes: Buffer, settings: Settings, rules: DrawRules) {
    this.#settings = settings;
    this.#rules = rules;
    this.#marks = [...settings.background];
    this.label = {
      bytes,
      text: bytes.toString('utf8'),
      bitmap: new Bitmap(0, 0),
      fields: [],
      looks: [],
      comments: [],
      media: settings.media,
      mode: settings.mode,
      darkness: 0,
      acts: [],
      quantity: 1,
      pauseEvery: 0,
      pauseAfter: false,
      reprint: settings.reprint,
      inchesPerSecond: null,
      prints: settings.background.length > 0,
      defects: [],
    };
  }

  draw(): DrawnLabel {
    this.#run(this.label.bytes);
    const { lengthDots, widthDots, reprint, inchesPerSecond, media, mode, darkness, darker } =
      this.#settings;
    const { headDots, labelDots } = this.#rules;
    const width = Math.min(widthDots ?? headDots, headDots);
    const height = Math.min(lengthDots ?? labelDots, MAX_LENGTH_DOTS);
    const size = { width: Math.max(width, 1), height: Math.max(height, 1) };
    const bitmap = layOut(this.#settings, size, this.#marks);
    if (this.#settings.mapKept) this.#settings.background = this.#marks;
    const peels = mode === 'P' && !this.#keepsIn;
    // The manual on ^XB: in cutter mode it suppresses the cut, too.
    const cuts = mode === 'C' && !this.#keepsIn;
    this.#save(bitmap);
    const sum = Math.min(Math.max(darkness + darker, 0), MAX_DARKNESS);
    const drawn = { bitmap, reprint, inchesPerSecond, media, mode, peels, cuts, darkness: sum };
    return { ...this.label, ...drawn };
  }

  #save({ data: rows, bytesPerRow }: Bitmap): void {
    if (!this.#saves) return;
    const { name, prints } = this.#saves;
    const graphic = { kind: 'graphic', graphic: { rows, bytesPerRow } } as const;
    this.#settings.objects = keepObject(this.#settings.objects, name, graphic);
    this.label.prints &&= prints;
  }

  #run(bytes: Buffer): void {
    for (const command of splitCommands(bytes)) {
      if (command.name === 'DF') return this.#store(command, bytes.subarray(command.end));
      this.#command(command);
    }
  }

  /** ^DF: stores the following commands without executing them. */
  #store({ data }: Command, bytes: Buffer): void {
    const name = readName(data.toString('latin1'), 'ZPL', this.#settings.drives);
    const format = { kind: 'format', bytes: Buffer.from(bytes) } as const;
    this.#settings.objects = keepObject(this.#settings.objects, name, format);
    this.label.prints = false;
  }

  #recall(name: string): void {
    const stored = this.#settings.objects.get(readName(name, 'ZPL', this.#settings.drives));
    if (stored?.kind !== 'format' || this.#depth >= MAX_DEPTH) return;
    this.#depth++;
    this.#run(stored.bytes);
    this.#depth--;
  }

  #command({ name, data }: Command): void {
    if (name === 'GF') this.#graphic(data);
    else if (name === 'FD' || name === 'FV') this.#text(data);
    else if (name === 'FX') this.label.comments.push(data.toString('utf8').trim());
    else this.#say(name, data.toString('latin1').trim());
  }

  #say(name: string, words: string): void {
    const parts = words.split(',');
    const set = SETTERS[name];
    if (set) set(this.#settings, parts);
    else if (name === 'XF') this.#recall(words);
    else if (name === 'A@') this.#namedFont(parts);
    else if (name.startsWith('A') || name.startsWith('B') || FIELD_PARTS.has(name))
      this.#field.parts.push(name + words);
    else if (ACTS.has(name) || ANSWERS.has(name)) this.label.acts.push(`^${name}${words}`);
    else if (!this.#inField(name, parts)) this.#inLabel(name, parts);
  }

  #namedFont(parts: readonly string[]): void {
    this.#settings.namedFont = parts[3]?.trim() || this.#settings.namedFont;
    this.#field.parts.push(`A@${parts.slice(0, 3).join()},${this.#settings.namedFont}`);
  }

  /** Whether the command is part of the current field. */
  #inField(name: string, parts: readonly string[]): boolean {
    const field = this.#field;
    if (name === 'FO' || name === 'FT') Object.assign(field, this.#origin(parts));
    else if (name === 'FS') this.#separate();
    else if (name === 'FR') field.flip = true;
    else if (name === 'FH') field.hex = (parts[0] ?? '') || '_';
    else if (name === 'FN') field.number = /^\d+/.exec(parts[0] ?? '')?.[0] ?? null;
    else if (name === 'GB') this.#box(parts);
    else if (SHAPES.has(name)) this.#look(name, parts.join());
    else if (name === 'SN') this.#text(Buffer.from(parts[0] ?? '', 'latin1'));
    else if (name === 'XG') this.#stored(parts[0] ?? '', readNumber(parts, 1, 1), false);
    else if (name === 'IM') this.#stored(parts[0] ?? '', 1, false);
    else if (name === 'IL') this.#stored(parts[0] ?? '', 1, true);
    else return false;
    return true;
  }

  #inLabel(name: string, parts: readonly string[]): void {
    if (name === 'XB') this.#keepsIn = true;
    else if (name === 'PQ') this.#quantity(parts);
    else if (name === 'PP') this.label.pauseAfter = true;
    else if (name === 'JI') this.#settings.reading.until = '~JQ';
    else if (name === 'IS') {
      const object = readName(parts[0] ?? '', 'GRF', this.#settings.drives);
      this.#saves = { name: object, prints: parts[1]?.trim() !== 'N' };
    } else applyZplCommand(this.#settings, `^${name}`, parts.join());
  }

  #origin(parts: readonly string[]): { x: number; y: number } {
    const { home } = this.#settings;
    return {
      x: home.x + (readLength(this.#settings, parts, 0) ?? 0),
      y: home.y + (readLength(this.#settings, parts, 1) ?? 0),
    };
  }

  /** The position at which the field is printed. */
  #place(at: { x: number; y: number } = this.#field): { x: number; y: number } {
    const { top, left } = this.#settings;
    return { x: at.x - left, y: at.y + top };
  }

  get #flips(): boolean {
    return this.#field.flip || this.#settings.reversed;
  }

  #separate(): void {
    const { x, y, number, hasData } = this.#field;
    if (this.#depth > 0 && number !== null && !hasData) this.#wait(number);
    this.#field = createField({ x, y });
  }

  /** A field of a recalled format without data. */
  #wait(number: string): void {
    const look = this.#look('FD', '');
    const { x, y } = this.#field;
    const field = { x, y, data: '' };
    this.label.fields.push(field);
    this.#slots.set(number, [...(this.#slots.get(number) ?? []), look, field]);
  }

  #quantity(parts: readonly string[]): void {
    const quantity = readNumber(parts, 0, 1);
    this.label.quantity = Math.min(Math.max(quantity, 1), MAX_QUANTITY);
    this.label.pauseEvery = parts[3] === 'Y' ? 0 : readNumber(parts, 1, 0);
  }

  #look(what: string, data: string): Look {
    const { font, orientation, bar, characters, reversed } = this.#settings;
    const { parts, flip } = this.#field;
    const own = parts.length > 0 ? parts.join('^') : font;
    const look: Look = {
      what,
      ...this.#place(),
      data,
      with: [own, orientation, bar, characters, reversed || flip].join(' '),
    };
    this.label.looks.push(look);
    this.label.prints = true;
    return look;
  }

  #text(data: Buffer): void {
    const { x, y, hex, number }: Field = this.#field;
    const text = decodeHex(data, hex);
    this.#field.hasData = true;
    const slots = number !== null && this.#depth === 0 ? this.#slots.get(number) : undefined;
    for (const slot of slots ?? []) slot.data = text;
    if (slots) return;
    this.label.fields.push({ x, y, data: text });
    this.#look('FD', text);
    if (this.#settings.mapKept) this.#marks.push(() => {});
  }

  #graphic(data: Buffer): void {
    const result = decodeGraphic(data, this.#rules.crc === 'checked');
    this.label.prints = true;
    if ('defect' in result) this.label.defects.push(result.defect);
    else this.#overlay(result.graphic, this.#place());
  }

  #overlay({ rows, bytesPerRow }: Graphic, { x, y }: { x: number; y: number }): void {
    this.#graphics += rows.length;
    if (this.#graphics > MAX_GRAPHICS_BYTES) {
      this.label.defects.push('graphics too large together');
      return;
    }
    const flip = this.#flips;
    this.#marks.push((bitmap) => bitmap.overlay(rows, bytesPerRow, x, y, flip));
  }

  /** Draws a graphic from memory; a missing one prints nothing. */
  #stored(name: string, times: number, atHome: boolean): void {
    const stored = this.#settings.objects.get(readName(name, 'GRF', this.#settings.drives));
    if (stored?.kind !== 'graphic') return;
    this.label.prints = true;
    if (times > 1) this.#look('XG', `${name} ${times} times`);
    this.#overlay(stored.graphic, this.#place(atHome ? this.#settings.home : this.#field));
  }

  #box(parts: readonly string[]): void {
    const line = readLength(this.#settings, parts, 2) ?? 1;
    const box = {
      ...this.#place(),
      line,
      width: readLength(this.#settings, parts, 0) ?? line,
      height: readLength(this.#settings, parts, 1) ?? line,
      black: parts[3] !== 'W',
      flip: this.#flips,
    };
    this.#marks.push((bitmap) => bitmap.box(box));
    this.label.prints = true;
  }
}

/** Draws a format and stores its settings in `settings` for the next one. */
export const drawFormat = (bytes: Buffer, settings: Settings, rules: DrawRules): DrawnLabel =>
  new Drawing(bytes, settings, rules).draw();

/** Executes AUTOEXEC.ZPL from the non-volatile memories. */
export const startUp = (settings: Settings, rules: DrawRules): DrawnLabel[] =>
  [...settings.objects].flatMap(([name, stored]) =>
    /^[^R]:AUTOEXEC\.ZPL$/.test(name) && stored.kind === 'format'
      ? [drawFormat(stored.bytes, settings, rules)]
      : [],
  );
