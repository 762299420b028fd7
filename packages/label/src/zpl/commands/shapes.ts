import type { GraphicTrouble, PackedGraphic } from '../graphic.ts';
import { packedGraphic } from '../graphic.ts';
import type { ZplContent } from '../label.ts';
import { openDraft } from '../formats.ts';
import type { Call, Handler } from '../printer.ts';

const MAX_DOTS = 32_000;
const MAX_BYTES = 99_999_999;
const MAX_ROUNDING = 8;

/** Puts a figure where the field is; what it is drawn with is white when its parameter says so. */
const shape =
  (colour: number, getShape: (call: Call) => ZplContent): Handler =>
  (call) => {
    const field = openDraft(call);
    field.shape = getShape(call);
    field.isWhite = call.params.text(colour) === 'W';
  };

/** Thickness of a line (guide: 1 when left out). */
const getLine = ({ dots }: Call, index: number): number => dots(index, 1, MAX_DOTS) ?? 1;

export const SHAPE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^GB': shape(3, (call) => {
    const line = getLine(call, 2);
    const getSide = (index: number): number => Math.max(call.dots(index, 0, MAX_DOTS) ?? 0, line);
    const round = Math.round(call.params.number(4, 0, MAX_ROUNDING) ?? 0);
    return { kind: 'box', width: getSide(0), height: getSide(1), line, round };
  }),
  '^GD': shape(3, (call) => {
    const line = getLine(call, 2);
    const getSide = (index: number): number => call.dots(index, 1, MAX_DOTS) ?? line;
    const way = call.params.text(4);
    const rises = way !== 'L' && way !== '\\';
    return { kind: 'diagonal', width: getSide(0), height: getSide(1), line, rises };
  }),
  '^GC': shape(2, (call) => {
    const across = call.dots(0, 3, MAX_DOTS) ?? 3;
    return { kind: 'ellipse', width: across, height: across, line: getLine(call, 1) };
  }),
  '^GE': shape(3, (call) => {
    const getSide = (index: number): number => call.dots(index, 3, MAX_DOTS) ?? 3;
    return { kind: 'ellipse', width: getSide(0), height: getSide(1), line: getLine(call, 2) };
  }),
  '^GF': (call) => {
    const field = openDraft(call);
    const graphic = graphicField(call);
    if ('trouble' in graphic) {
      call.fail(`${graphic.trouble}，未画出`);
      field.isLost = true;
    } else field.shape = { kind: 'graphic', graphic, across: 1, down: 1 };
  },
};

/** Data behind so many delimiters. */
export function dataBehind({ command }: Call, delimiters: number): Uint8Array {
  const { data, delimiter } = command;
  let at = 0;
  for (let i = 0; i < delimiters; i += 1) {
    const next = data.indexOf(delimiter, at);
    if (next < 0) return data.subarray(data.length);
    at = next + 1;
  }
  return data.subarray(at);
}

export const readByteCount = ({ params }: Call, index: number): number | undefined =>
  params.number(index, 1, MAX_BYTES);

/** `^GFa,bytes,total,stride,data`. */
function graphicField(call: Call): PackedGraphic | GraphicTrouble {
  const kind = call.params.text(0) || 'A';
  const data = dataBehind(call, 4);
  const size = { total: readByteCount(call, 2), stride: readByteCount(call, 3) };
  if (kind === 'A') return packedGraphic('text', data, size);
  // Its way of packing was never published.
  if (kind === 'C') return { trouble: '压缩的二进制图形（^GFC）只有打印机会解' };
  return packedGraphic('binary', data.subarray(0, readByteCount(call, 1) ?? 0), size);
}
