import type { GraphicTrouble, PackedGraphic } from '../graphic.ts';
import { readPackedGraphic } from '../graphic.ts';
import type { ZplContent } from '../label.ts';
import { openFieldDraft } from '../formats.ts';
import type { Call, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
const MAX_BYTES = 99_999_999;
const MAX_ROUNDING = 8;

/** Adds a shape to the field; white when its colour parameter is W. */
const createShapeHandler =
  (colour: number, getShape: (call: Call) => ZplContent): Handler =>
  (call) => {
    const field = openFieldDraft(call);
    field.shape = getShape(call);
    field.isWhite = call.params.readText(colour) === 'W';
  };

/** Line thickness, dots (guide: default 1). */
const readLineThickness = ({ readDots }: Call, index: number): number =>
  readDots(index, 1, MAX_DOTS) ?? 1;

export const SHAPE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^GB': createShapeHandler(3, (call) => {
    const line = readLineThickness(call, 2);
    const readSideDots = (index: number): number =>
      Math.max(call.readDots(index, 0, MAX_DOTS) ?? 0, line);
    const round = Math.round(call.params.readNumber(4, 0, MAX_ROUNDING) ?? 0);
    return { kind: 'box', width: readSideDots(0), height: readSideDots(1), line, round };
  }),
  '^GD': createShapeHandler(3, (call) => {
    const line = readLineThickness(call, 2);
    const readSideOrThickness = (index: number): number =>
      call.readDots(index, 1, MAX_DOTS) ?? line;
    const orientation = call.params.readText(4);
    const rises = orientation !== 'L' && orientation !== '\\';
    return {
      kind: 'diagonal',
      width: readSideOrThickness(0),
      height: readSideOrThickness(1),
      line,
      rises,
    };
  }),
  '^GC': createShapeHandler(2, (call) => {
    const across = call.readDots(0, 3, MAX_DOTS) ?? 3;
    return { kind: 'ellipse', width: across, height: across, line: readLineThickness(call, 1) };
  }),
  '^GE': createShapeHandler(3, (call) => {
    const readSide = (index: number): number => call.readDots(index, 3, MAX_DOTS) ?? 3;
    return {
      kind: 'ellipse',
      width: readSide(0),
      height: readSide(1),
      line: readLineThickness(call, 2),
    };
  }),
  '^GF': (call) => {
    const field = openFieldDraft(call);
    const graphic = readGraphicField(call);
    if ('trouble' in graphic) {
      call.fail(`${graphic.trouble}，未画出`);
      field.isLost = true;
    } else field.shape = { kind: 'graphic', graphic, across: 1, down: 1 };
  },
};

/** Data after this many delimiters. */
export function readDataAfterDelimiters({ command }: Call, delimiters: number): Uint8Array {
  const { data, delimiter } = command;
  let at = 0;
  for (let i = 0; i < delimiters; i += 1) {
    const next = data.indexOf(delimiter, at);
    if (next < 0) return data.subarray(data.length);
    at = next + 1;
  }
  return data.subarray(at);
}

export const readByteCountParameter = ({ params }: Call, index: number): number | undefined =>
  params.readNumber(index, 1, MAX_BYTES);

/** `^GFa,bytes,total,stride,data`. */
function readGraphicField(call: Call): PackedGraphic | GraphicTrouble {
  const kind = call.params.readText(0) || 'A';
  const data = readDataAfterDelimiters(call, 4);
  const size = { total: readByteCountParameter(call, 2), stride: readByteCountParameter(call, 3) };
  if (kind === 'A') return readPackedGraphic('text', data, size);
  // The compression is undocumented.
  if (kind === 'C') return { trouble: '压缩的二进制图形（^GFC）只有打印机会解' };
  return readPackedGraphic('binary', data.subarray(0, readByteCountParameter(call, 1) ?? 0), size);
}
