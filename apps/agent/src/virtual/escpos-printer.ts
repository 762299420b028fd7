import type { Bitmap } from '@yunbiao/label';
import { createEscposReader } from './escpos-reader.ts';
import type { EscposCommand } from './escpos-reader.ts';
import { createRoll, getSpeed } from './roll.ts';
import type { RollOptions } from './roll.ts';
import type { VirtualPrinter } from './serve.ts';

/** A label takes at least this, ms: what is said to be printed sooner than paper can move is no proof. */
const MIN_MS = 300;
/** Of 80 mm paper. */
const HEAD_MM = 72;
const MM_PER_INCH = 25.4;
/** Longest piece of paper between two cuts, in rows. */
const MAX_ROWS = 12_000;
/** Commands that would put ink on the paper and are not drawn here. */
const INK = /^(GS k|GS \/|ESC \*|FS p)$/;
/** `GS ( k`, a code, and `GS ( L`, an image of another kind. */
const INK_LETTERS = 'kL';

type Row = { from: number; bytes: Buffer };

const set = (bitmap: Bitmap, x: number, y: number): void => {
  const at = y * bitmap.stride + (x >> 3);
  bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7));
};

/** A piece of paper, as wide as the head. */
const draw = (rows: readonly Row[], width: number): Bitmap => {
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * rows.length);
  const bitmap = { width, height: rows.length, stride, data };
  rows.forEach(({ from, bytes }, y) => {
    for (let i = 0; i < bytes.length * 8 && from + i < width; i += 1)
      if ((bytes[i >> 3] ?? 0) & (0x80 >> (i & 7))) set(bitmap, from + i, y);
  });
  return bitmap;
};

/** The inside of an ESC/POS printer with a cutter. Only raster images (`GS v 0`) are drawn. */
export const createEscposPrinter = (options: RollOptions & { dpi: number }): VirtualPrinter => {
  const headDots = Math.round(HEAD_MM * (options.dpi === 203 ? 8 : options.dpi / MM_PER_INCH));
  let rows: Row[] = [];
  let undrawn = new Set<string>();
  let margin = 0;
  let reply: (text: string) => void = () => undefined;
  /** What is to be given back once all is printed. */
  let echo: string | null = null;

  const giveBack = (): void => {
    if (echo === null || roll.waiting() > 0 || !roll.hasPaper()) return;
    reply(`\x37\x22${echo}\0`);
    echo = null;
  };
  const roll = createRoll({
    ...options,
    speedMs: () => Math.max(MIN_MS, getSpeed(options)),
    onChange: () => {
      options.onChange?.();
      giveBack();
    },
  });
  // What was printed of a label is not printed again.
  roll.setReprints(false);
  const cut = (): void => {
    if (rows.length > 0) roll.add({ bitmap: draw(rows, headDots), undrawn: [...undrawn] }, 1);
    rows = [];
    undrawn = new Set();
  };
  const image = ([, , xLow = 0, xHigh = 0]: readonly number[], dots: Buffer): void => {
    const width = xLow + xHigh * 256;
    for (let at = 0; at < dots.length && rows.length < MAX_ROWS; at += width)
      rows.push({ from: margin, bytes: dots.subarray(at, at + width) });
  };
  const onCommand = ({ name, parameters, dots }: EscposCommand): void => {
    const [first = 0, second = 0] = parameters;
    const letter = String.fromCharCode(first);
    if (name === 'ESC @') margin = 0;
    else if (name === 'GS L') margin = first + second * 256;
    else if (name === 'GS v') image(parameters, dots);
    else if (name === 'GS V') cut();
    else if (name === 'GS (' && letter === 'H') {
      echo = String.fromCharCode(...parameters.slice(5, 9));
      giveBack();
    } else if (INK.test(name) || (name === 'GS (' && INK_LETTERS.includes(letter)))
      undrawn.add(name.endsWith('(') ? name + letter : name);
  };
  const onQuestion = (n: number): void => {
    const isOut = !roll.hasPaper();
    const said = [isOut || roll.isPaused() ? 0x08 : 0, isOut ? 0x20 : 0, 0, isOut ? 0x60 : 0][
      n - 1
    ];
    if (said !== undefined) reply(String.fromCharCode(0x12 | said));
  };
  const read = createEscposReader({ onCommand, onQuestion, onText: () => undrawn.add('文字') });

  return {
    receive: (chunk, answer) => {
      reply = answer;
      read(chunk);
    },
    setPaper: roll.setPaper,
    setPaused: roll.setPaused,
    counter: roll.counter,
  };
};
