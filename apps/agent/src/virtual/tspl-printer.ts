import type { Bitmap } from '@yunbiao/label';
import { createRoll, getSpeed } from './roll.ts';
import type { RollOptions } from './roll.ts';
import { createTsplReader } from './tspl-reader.ts';
import type { TsplLine } from './tspl-reader.ts';
import type { VirtualPrinter } from './serve.ts';

/** A label takes at least this, ms: TSPL tells no more than that it prints, and that must be seen. */
const MIN_MS = 300;
const DEFAULT_MM = { width: 60, height: 40 };
const MM_PER_INCH = 25.4;
const MAX_DOTS = 12_000;
const MAX_COPIES = 10_000;
/** Commands that would put ink on the label and are not drawn here. */
const INK =
  /^(TEXT|BLOCK|BARCODE|QRCODE|DMATRIX|PDF417|MPDF417|AZTEC|MAXICODE|BAR|BOX|CIRCLE|ELLIPSE|DIAGONAL|PUTBMP|PUTPCX)$/;

type Placed = { x: number; y: number; width: number; dots: Buffer };

const numbers = (text: string): number[] =>
  text.split(',').map((part) => Math.min(MAX_DOTS, Math.max(0, Number.parseInt(part, 10) || 0)));

/** Overwrites dots of the label with those of a BITMAP, where 0 is black. */
const place = (bitmap: Bitmap, { x, y, width, dots }: Placed): void => {
  for (let at = 0; at < dots.length * 8; at += 1) {
    const column = x + (at % (width * 8));
    const row = y + Math.floor(at / (width * 8));
    if (column >= bitmap.width || row >= bitmap.height) continue;
    const i = row * bitmap.stride + (column >> 3);
    const bit = 0x80 >> (column & 7);
    const black = ((dots[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0;
    bitmap.data[i] = black ? (bitmap.data[i] ?? 0) | bit : (bitmap.data[i] ?? 0) & ~bit;
  }
};

/** The inside of a TSPL printer: one image buffer, whoever is connected. Only BITMAP is drawn. */
export const createTsplPrinter = (options: RollOptions & { dpi: number }): VirtualPrinter => {
  const roll = createRoll({ ...options, speedMs: () => Math.max(MIN_MS, getSpeed(options)) });
  // 8 dots a millimetre at 203 dpi, as the manual has it and labels are drawn.
  const dotsPerMm = options.dpi === 203 ? 8 : options.dpi / MM_PER_INCH;
  const dots = (mm: number): number => Math.min(MAX_DOTS, Math.max(1, Math.round(mm * dotsPerMm)));
  let size = { width: dots(DEFAULT_MM.width), height: dots(DEFAULT_MM.height) };
  let reference = { x: 0, y: 0 };
  let placed: Placed[] = [];
  let undrawn = new Set<string>();
  let reply: (text: string) => void = () => undefined;

  const resize = (parameters: string): void => {
    const [width, height] = parameters.split(',').map((side) => {
      const value = Number.parseFloat(side) || 0;
      if (/dot/i.test(side)) return Math.min(MAX_DOTS, Math.round(value));
      return value === 0 ? 0 : dots(/mm/i.test(side) ? value : value * MM_PER_INCH);
    });
    if (width && height) size = { width, height };
  };
  const draw = (): Bitmap => {
    const stride = (size.width + 7) >> 3;
    const bitmap = { ...size, stride, data: new Uint8Array(stride * size.height) };
    for (const one of placed) place(bitmap, one);
    return bitmap;
  };
  const onLine = ({ name, parameters, dots: data }: TsplLine): void => {
    const [x = 0, y = 0, width = 0] = numbers(parameters);
    if (name === 'SIZE') resize(parameters);
    else if (name === 'REFERENCE') reference = { x, y };
    else if (name === 'CLS') {
      placed = [];
      undrawn = new Set();
    } else if (name === 'BITMAP' && width > 0)
      placed.push({ x: x + reference.x, y: y + reference.y, width, dots: data });
    else if (name === 'PRINT')
      roll.add(
        { bitmap: draw(), undrawn: [...undrawn] },
        Math.min(MAX_COPIES, Math.max(1, x) * Math.max(1, y)),
      );
    else if (INK.test(name)) undrawn.add(name);
  };
  const getByte = (): number =>
    (roll.hasPaper() ? 0 : 0x04) | (roll.isPaused() ? 0x10 : 0) | (roll.waiting() > 0 ? 0x20 : 0);
  const getFrame = (): string => {
    const working = roll.waiting() > 0 ? 'P' : '@';
    const message = roll.hasPaper() ? (roll.isPaused() ? '`' : working) : 'E';
    return `\x02${message}@@${roll.hasPaper() ? '@' : 'A'}\x03\r\n`;
  };
  const onImmediate = (letter: string): void => {
    if (letter === '?') reply(String.fromCharCode(getByte()));
    else if (letter === 'S') reply(getFrame());
    else if (letter === '.') roll.cancel();
  };
  const read = createTsplReader({ onLine, onImmediate });

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
