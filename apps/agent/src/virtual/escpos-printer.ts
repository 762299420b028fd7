import type { Bitmap } from '@yunbiao/label';
import { createEscposReader } from './escpos-reader.ts';
import type { EscposCommand } from './escpos-reader.ts';
import { createVirtualRoll, getLabelPrintMs } from './roll.ts';
import type { PrintedLabel, Roll, RollOptions } from './roll.ts';
import type { VirtualPrinter } from './serve.ts';

/** Minimum time of a label, ms: an echo sooner than paper can move proves nothing. */
const MIN_LABEL_MS = 300;
/** Print width of 80 mm paper, mm. */
const HEAD_MM = 72;
const MM_PER_INCH = 25.4;
/** Maximum length of paper between two cuts, rows. */
const MAX_ROWS = 12_000;
/** Commands that print but are not drawn here. */
const UNDRAWN_COMMANDS = /^(GS k|GS \/|ESC \*|FS p)$/;
/** `GS ( k`, a barcode, and `GS ( L`, another kind of image. */
const UNDRAWN_LETTERS = 'kL';

type Row = { from: number; bytes: Buffer };

const setDot = (bitmap: Bitmap, x: number, y: number): void => {
  const at = y * bitmap.stride + (x >> 3);
  bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7));
};

/** Draws a piece of paper as wide as the print head. */
const drawPaperPiece = (rows: readonly Row[], width: number): Bitmap => {
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * rows.length);
  const bitmap = { width, height: rows.length, stride, data };
  rows.forEach(({ from, bytes }, y) => {
    for (let i = 0; i < bytes.length * 8 && from + i < width; i += 1)
      if ((bytes[i >> 3] ?? 0) & (0x80 >> (i & 7))) setDot(bitmap, from + i, y);
  });
  return bitmap;
};

/** Creates the paper before the cutter. `print` receives each printed piece. */
const createPaper = (width: number, print: (piece: PrintedLabel) => void) => {
  let rows: Row[] = [];
  let undrawnCommands = new Set<string>();
  return {
    addImage: (from: number, [, , xLow = 0, xHigh = 0]: readonly number[], dots: Buffer): void => {
      const rowBytes = xLow + xHigh * 256;
      for (let at = 0; at < dots.length && rows.length < MAX_ROWS; at += rowBytes)
        rows.push({ from, bytes: dots.subarray(at, at + rowBytes) });
    },
    addUndrawn: (name: string): void => void undrawnCommands.add(name),
    cut: (): void => {
      if (rows.length > 0)
        print({ bitmap: drawPaperPiece(rows, width), undrawn: [...undrawnCommands] });
      rows = [];
      undrawnCommands = new Set();
    },
  };
};

/** Returns the fault bits of the answer to `DLE EOT n`; undefined for an unknown function. */
const buildRealTimeStatusByte = (roll: Roll, n: number): number | undefined => {
  const isOut = !roll.hasPaper();
  return [isOut || roll.isPaused() ? 0x08 : 0, isOut ? 0x20 : 0, 0, isOut ? 0x60 : 0][n - 1];
};

/** Simulates an ESC/POS printer with a cutter. Draws only raster images (`GS v 0`). */
export const createEscposPrinter = (options: RollOptions & { dpi: number }): VirtualPrinter => {
  const headDots = Math.round(HEAD_MM * (options.dpi === 203 ? 8 : options.dpi / MM_PER_INCH));
  let leftMargin = 0;
  let sendReply: (text: string) => void = () => undefined;
  /** Echo to return once everything is printed. */
  let pendingEcho: string | null = null;

  const sendEcho = (): void => {
    if (pendingEcho === null || roll.countWaiting() > 0 || !roll.hasPaper()) return;
    sendReply(`\x37\x22${pendingEcho}\0`);
    pendingEcho = null;
  };
  const roll = createVirtualRoll({
    ...options,
    speedMs: () => Math.max(MIN_LABEL_MS, getLabelPrintMs(options)),
    onChange: () => {
      options.onChange?.();
      sendEcho();
    },
  });
  // A partly printed label is not printed again.
  roll.setReprints(false);
  const paper = createPaper(headDots, (piece) => roll.add(piece, 1));
  const onCommand = ({ name, parameters, dots }: EscposCommand): void => {
    const [first = 0, second = 0] = parameters;
    const letter = String.fromCharCode(first);
    if (name === 'ESC @') leftMargin = 0;
    else if (name === 'GS L') leftMargin = first + second * 256;
    else if (name === 'GS v') paper.addImage(leftMargin, parameters, dots);
    else if (name === 'GS V') paper.cut();
    else if (name === 'GS (' && letter === 'H') {
      pendingEcho = String.fromCharCode(...parameters.slice(5, 9));
      sendEcho();
    } else if (UNDRAWN_COMMANDS.test(name) || (name === 'GS (' && UNDRAWN_LETTERS.includes(letter)))
      paper.addUndrawn(name.endsWith('(') ? name + letter : name);
  };
  const onQuestion = (n: number): void => {
    const statusBits = buildRealTimeStatusByte(roll, n);
    if (statusBits !== undefined) sendReply(String.fromCharCode(0x12 | statusBits));
  };
  const onText = (): void => paper.addUndrawn('文字');
  const read = createEscposReader({ onCommand, onQuestion, onText });

  return {
    receive: (chunk, answer) => {
      sendReply = answer;
      read(chunk);
    },
    setPaper: roll.setPaper,
    setPaused: roll.setPaused,
    getCounter: roll.getCounter,
  };
};
