import { createHash } from 'node:crypto';
import { Bitmap } from '../works/bitmap.ts';
import type { Drawn } from '../works/drawn.ts';
import { decodeGraphic } from './graphic.ts';

/** What formats set and later formats inherit, until the power goes. */
export type Settings = {
  /** ^LL in dots; null: the length of the loaded labels. */
  lengthDots: number | null;
  /** ^PW in dots; null: the print head's width. */
  widthDots: number | null;
  home: { x: number; y: number };
  /** ^JZ */
  reprint: boolean;
  /** ^PR in inches a second; null: the printer's own. */
  inchesPerSecond: number | null;
  /** ^LT: rows down; ^LS: dots to the left. */
  top: number;
  left: number;
  /** ^MN and ^MM, as they were said last. */
  media: string;
  mode: string;
};

export const settingsAtPowerUp = (): Settings => ({
  lengthDots: null,
  widthDots: null,
  home: { x: 0, y: 0 },
  reprint: true,
  inchesPerSecond: null,
  top: 0,
  left: 0,
  media: 'Y',
  mode: 'T',
});

export type DrawRules = {
  headDots: number;
  labelDots: number;
  /** A :Z64: or :B64: graphic whose CRC is wrong: Zebra aborts it, others draw it. */
  crc: 'checked' | 'ignored';
};

export type DrawnLabel = Drawn & {
  /** The bytes read as UTF-8. */
  text: string;
  /** ^FD text is not drawn (no fonts here): it stands here, in order. */
  fields: { x: number; y: number; data: string }[];
  /** ^FX */
  comments: string[];
  /** ^MN and ^MM */
  media: string;
  mode: string;
};

const MOST_LENGTH_DOTS = 32_000;
/** Decoded graphics of one format together. */
const MOST_GRAPHICS_BYTES = 16 * 1024 * 1024;
const MOST_QUANTITY = 99_999_999;

type Command = { name: string; data: Buffer };

/** Commands of a format: linear, and past the binary data of ^GFB. */
const commandsOf = (bytes: Buffer): Command[] => {
  const commands: Command[] = [];
  let at = bytes.indexOf(0x5e);
  while (at >= 0) {
    const name = bytes.toString('latin1', at + 1, at + 3).toUpperCase();
    const head = /^[BC],(\d{1,7}),\d*,\d*,/.exec(bytes.toString('latin1', at + 3, at + 43));
    const skip = name === 'GF' && head ? head[0].length + Number(head[1]) : 0;
    const next = bytes.indexOf(0x5e, Math.min(at + 3 + skip, bytes.length));
    commands.push({ name, data: bytes.subarray(at + 3, next < 0 ? bytes.length : next) });
    at = next;
  }
  return commands;
};

const numberAt = (parts: readonly string[], index: number, otherwise: number): number => {
  const part = (parts[index] ?? '').trim();
  return /^\d{1,8}$/.test(part) ? Number(part) : otherwise;
};

/** Null for what is out of range, which leaves it as it was. */
const signedAt = ([first = '']: readonly string[], most: number): number | null => {
  const value = /^[+-]?\d{1,5}$/.test(first.trim()) ? Number(first) : null;
  return value === null || Math.abs(value) > most ? null : value;
};

const oneOf = ([first = '']: readonly string[], letters: string): string | null =>
  first.length === 1 && letters.includes(first) ? first : null;

class Drawing {
  readonly label: DrawnLabel;
  readonly #settings: Settings;
  readonly #rules: DrawRules;
  readonly #marks: ((bitmap: Bitmap) => void)[] = [];
  #origin = { x: 0, y: 0 };
  #flip = false;
  #hex: string | null = null;
  #graphics = 0;
  /** ^XB, of this format alone. */
  #keepsIn = false;

  constructor(bytes: Buffer, settings: Settings, rules: DrawRules) {
    this.#settings = settings;
    this.#rules = rules;
    this.label = {
      bytes,
      text: bytes.toString('utf8'),
      bitmap: new Bitmap(0, 0),
      fields: [],
      comments: [],
      media: settings.media,
      mode: settings.mode,
      quantity: 1,
      pauseEvery: 0,
      pauseAfter: false,
      reprint: settings.reprint,
      inchesPerSecond: null,
      prints: false,
      defects: [],
    };
  }

  draw(): DrawnLabel {
    for (const command of commandsOf(this.label.bytes)) this.#command(command);
    const { lengthDots, widthDots, reprint, inchesPerSecond, media, mode } = this.#settings;
    const width = Math.min(widthDots ?? this.#rules.headDots, this.#rules.headDots);
    const height = Math.min(lengthDots ?? this.#rules.labelDots, MOST_LENGTH_DOTS);
    const bitmap = new Bitmap(Math.max(width, 1), Math.max(height, 1));
    for (const mark of this.#marks) mark(bitmap);
    const peels = mode === 'P' && !this.#keepsIn;
    // In the manual's words on ^XB: in cutter mode it suppresses the cut, too.
    const cuts = mode === 'C' && !this.#keepsIn;
    return { ...this.label, bitmap, reprint, inchesPerSecond, media, mode, peels, cuts };
  }

  #command({ name, data }: Command): void {
    if (name === 'GF') this.#graphic(data);
    else if (name === 'FD' || name === 'FV') this.#field(data);
    else if (name === 'FX') this.label.comments.push(data.toString('utf8').trim());
    else this.#setting(name, data.toString('latin1').trim().split(','));
  }

  #setting(name: string, parts: string[]): void {
    const settings = this.#settings;
    if (name === 'FO' || name === 'FT') {
      this.#origin = {
        x: settings.home.x + numberAt(parts, 0, 0),
        y: settings.home.y + numberAt(parts, 1, 0),
      };
    } else if (name === 'FS') this.#separate();
    else if (name === 'FR') this.#flip = true;
    else if (name === 'FH') this.#hex = (parts[0] ?? '') || '_';
    else if (name === 'GB') this.#box(parts);
    else if (name === 'LL') settings.lengthDots = numberAt(parts, 0, 0) || settings.lengthDots;
    else if (name === 'PW') settings.widthDots = numberAt(parts, 0, 0) || settings.widthDots;
    else if (name === 'LH') settings.home = { x: numberAt(parts, 0, 0), y: numberAt(parts, 1, 0) };
    else if (name === 'LT') settings.top = signedAt(parts, 120) ?? settings.top;
    else if (name === 'LS') settings.left = signedAt(parts, 9999) ?? settings.left;
    else if (name === 'MN') settings.media = oneOf(parts, 'NYWMAV') ?? settings.media;
    else if (name === 'MM') settings.mode = oneOf(parts, 'TPRACDFLUK') ?? settings.mode;
    else if (name === 'XB') this.#keepsIn = true;
    else if (name === 'JZ') this.#reprint(parts[0] ?? '');
    else if (name === 'PR') settings.inchesPerSecond = numberAt(parts, 0, 0) || null;
    else if (name === 'PQ') this.#quantity(parts);
    else if (name === 'PP') this.label.pauseAfter = true;
  }

  /** Where the field comes out. */
  #place(): { x: number; y: number } {
    const { top, left } = this.#settings;
    return { x: this.#origin.x - left, y: this.#origin.y + top };
  }

  #separate(): void {
    this.#flip = false;
    this.#hex = null;
  }

  /** Missing or incorrect: the command is ignored. */
  #reprint(value: string): void {
    if (value === 'Y' || value === 'N') this.#settings.reprint = value === 'Y';
  }

  #quantity(parts: string[]): void {
    const quantity = numberAt(parts, 0, 1);
    this.label.quantity = Math.min(Math.max(quantity, 1), MOST_QUANTITY);
    this.label.pauseEvery = parts[3] === 'Y' ? 0 : numberAt(parts, 1, 0);
  }

  #field(data: Buffer): void {
    const mark = this.#hex?.charCodeAt(0);
    const bytes: number[] = [];
    for (let at = 0; at < data.length; at++) {
      const pair = data.toString('latin1', at + 1, at + 3);
      if (data[at] === mark && /^[0-9a-fA-F]{2}$/.test(pair)) {
        bytes.push(Number.parseInt(pair, 16));
        at += 2;
      } else bytes.push(data[at] ?? 0);
    }
    this.label.fields.push({ ...this.#origin, data: Buffer.from(bytes).toString('utf8') });
    this.label.prints = true;
  }

  #graphic(data: Buffer): void {
    const result = decodeGraphic(data, this.#rules.crc === 'checked');
    this.label.prints = true;
    if ('defect' in result) {
      this.label.defects.push(result.defect);
      return;
    }
    const { rows, bytesPerRow } = result.graphic;
    this.#graphics += rows.length;
    if (this.#graphics > MOST_GRAPHICS_BYTES) {
      this.label.defects.push('graphics too large together');
      return;
    }
    const flip = this.#flip;
    const { x, y } = this.#place();
    this.#marks.push((bitmap) => bitmap.overlay(rows, bytesPerRow, x, y, flip));
  }

  #box(parts: string[]): void {
    const line = numberAt(parts, 2, 1);
    const box = {
      ...this.#place(),
      line,
      width: numberAt(parts, 0, line),
      height: numberAt(parts, 1, line),
      black: parts[3] !== 'W',
      flip: this.#flip,
    };
    this.#marks.push((bitmap) => bitmap.box(box));
    this.label.prints = true;
  }
}

/** Draws a format; `settings` keep what it sets for the next one. */
export const drawFormat = (bytes: Buffer, settings: Settings, rules: DrawRules): DrawnLabel =>
  new Drawing(bytes, settings, rules).draw();

/** The identity of a label when the test gives none: the dots, and the text that is not drawn. */
export const defaultIdentity = (label: DrawnLabel): string =>
  createHash('sha256')
    .update(label.bitmap.hash())
    .update(JSON.stringify(label.fields))
    .digest('hex')
    .slice(0, 32);
