import type { Bitmap } from '@yunbiao/label';
import type { ZplCommand } from './commands.ts';
import { parseGraphic } from './graphic.ts';

/** A label between `^XA` and `^XZ`. Draws only graphics. */
export type LabelCanvas = {
  applyCommand: (command: ZplCommand) => void;
  finish: () => { bitmap: Bitmap; copies: number; undrawn: string[] };
};

/** Commands that print but are not drawn here. */
const UNDRAWN_COMMANDS = /^\^(A.|FD|GB|GC|GD|GE|GS|XG|IM|IL|BC|BQ|BX|B\d)$/;
const MAX_DOTS = 12_000;

const parseClampedInteger = (text: string, max: number): number => {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) ? Math.min(max, Math.max(0, value)) : 0;
};

/** ORs a graphic onto the label at x, y. */
const blitGraphic = (
  bitmap: Bitmap,
  graphic: { stride: number; height: number; data: Uint8Array },
  x: number,
  y: number,
): void => {
  const shift = x & 7;
  for (let row = 0; row < graphic.height && y + row < bitmap.height; row += 1) {
    for (let i = 0; i < graphic.stride; i += 1) {
      const at = (x >> 3) + i;
      const value = graphic.data[row * graphic.stride + i] ?? 0;
      const line = (y + row) * bitmap.stride;
      if (at < bitmap.stride)
        bitmap.data[line + at] = (bitmap.data[line + at] ?? 0) | (value >> shift);
      if (shift > 0 && at + 1 < bitmap.stride)
        bitmap.data[line + at + 1] =
          (bitmap.data[line + at + 1] ?? 0) | ((value << (8 - shift)) & 0xff);
    }
  }
};

/** Creates the canvas of one label. `fallback`: label size in dots when the format sets none. */
export const createLabelCanvas = (fallback: { width: number; height: number }): LabelCanvas => {
  let { width, height } = fallback;
  let origin = { x: 0, y: 0 };
  let copies = 1;
  const undrawnCommands = new Set<string>();
  const placedGraphics: {
    x: number;
    y: number;
    graphic: { stride: number; height: number; data: Uint8Array };
  }[] = [];

  const applyZplCommand = ({ name, parameters }: ZplCommand): void => {
    const [first = '', second = ''] = parameters.split(',');
    if (name === '^PW') width = parseClampedInteger(first, MAX_DOTS) || width;
    else if (name === '^LL') height = parseClampedInteger(first, MAX_DOTS) || height;
    else if (name === '^PQ') copies = Math.max(1, parseClampedInteger(first, 10_000));
    else if (name === '^FO')
      origin = {
        x: parseClampedInteger(first, MAX_DOTS),
        y: parseClampedInteger(second, MAX_DOTS),
      };
    else if (name === '^GF') {
      const graphic = parseGraphic(parameters);
      if (graphic) placedGraphics.push({ ...origin, graphic });
      else undrawnCommands.add(name);
    } else if (UNDRAWN_COMMANDS.test(name)) undrawnCommands.add(name);
  };

  return {
    applyCommand: applyZplCommand,
    finish: () => {
      const stride = (width + 7) >> 3;
      const bitmap: Bitmap = { width, height, stride, data: new Uint8Array(stride * height) };
      for (const { x, y, graphic } of placedGraphics) blitGraphic(bitmap, graphic, x, y);
      // Clears dots beyond the width.
      const paddingBits = stride * 8 - width;
      if (paddingBits > 0)
        for (let y = 0; y < height; y += 1)
          bitmap.data[(y + 1) * stride - 1] =
            (bitmap.data[(y + 1) * stride - 1] ?? 0) & ((0xff << paddingBits) & 0xff);
      return { bitmap, copies, undrawn: [...undrawnCommands] };
    },
  };
};
