import { LabelError } from '../../errors.ts';
import type { Fonts } from '../../font/font.ts';
import { turnBitmap } from '../../image/turn.ts';
import { inkOf } from '../../layout/ink.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { drawOnto } from '../../raster/rasterize.ts';
import type { DotRect, SceneOp } from '../../scene.ts';
import type { Dpi } from '../../template.ts';
import { zplLinear } from '../codes/linear.ts';
import { zplMatrix } from '../codes/matrix.ts';
import { unpackGraphic } from '../graphic.ts';
import type { CodeContent, GraphicContent, LinearSpec, ZplField, ZplLabel } from '../label.ts';
import { latin1Of } from '../lexer.ts';
import { ZPL_LIMITS } from '../limits.ts';
import { createNotices } from '../notice.ts';
import type { Lines, Tell, ZplNotice } from '../notice.ts';
import { codeLines, linearExtent, linearOps, matrixExtent, matrixOps } from './codes.ts';
import { magnified } from './graphic.ts';
import { placeField } from './place.ts';
import { boxOps, diagonalOps, ellipseOps } from './shapes.ts';
import { codeLineOps, setText, textOps } from './text.ts';

export type DrawContext = { fonts: Fonts; dpi: Dpi; tell: Tell };

/** FNC1 stands there in no reader's text. */
export const isLinear = (code: CodeContent['code']): code is LinearSpec => 'ratio' in code;

/** What keeps the time and memory of a label bounded. */
type Budget = { dots: number; characters: number };

/**
 * The dots a printer makes of a label, and what of them is not as it was sent. Never throws; bounded by the size of the
 * label and `ZPL_LIMITS`. `lines` is that of the stream the label was read from.
 */
export function drawZpl(
  label: ZplLabel,
  { fonts, lines }: { fonts: Fonts; lines: Lines },
): { bitmap: Bitmap; notices: ZplNotice[] } {
  const { tell, all } = createNotices(lines);
  const drawn = drawFields(label, fonts, tell);
  const mirrored = label.isMirrored ? mirror(drawn) : drawn;
  return { bitmap: label.isInverted ? turnBitmap(mirrored, 180) : mirrored, notices: all() };
}

function drawFields(label: ZplLabel, fonts: Fonts, tell: Tell): Bitmap {
  const { widthDots, heightDots, dpi } = label;
  const bitmap = createBitmap(widthDots, heightDots);
  const scratch = createBitmap(widthDots, heightDots);
  const budget: Budget = { dots: 0, characters: 0 };
  for (const field of label.fields) {
    const ops = fieldOps(field, { fonts, dpi, tell }, label, budget);
    budget.dots += ops.reduce((sum, op) => sum + costOf(op, label), 0);
    if (budget.dots > ZPL_LIMITS.dots || budget.characters > ZPL_LIMITS.characters) {
      tell('error', field.place, '标签上的内容太多或太大，后面的没有画');
      break;
    }
    if (field.ink === 'black') drawOnto(bitmap, { ops });
    else drawThrough(bitmap, scratch, ops, field.ink);
  }
  return bitmap;
}

/** Work for an operation, in dots: bytes of rows count for eight. */
function costOf(op: SceneOp, { widthDots, heightDots }: ZplLabel): number {
  if (op.kind === 'glyphs')
    return (op.glyphs.length * op.sizeDots * op.sizeDots * (op.widthPercent ?? 100)) / 100 + 64;
  if (op.kind === 'image') return op.bitmap.width * op.bitmap.height;
  const ink = inkOf(op);
  if (ink === undefined) return 64;
  const across = Math.max(0, Math.min(ink.x1, widthDots) - Math.max(ink.x0, 0));
  const down = Math.max(0, Math.min(ink.y1, heightDots) - Math.max(ink.y0, 0));
  return (across * down) / 8 + heightDots + 64;
}

/** What a field draws, in black. */
function fieldOps(
  field: ZplField,
  context: DrawContext,
  label: ZplLabel,
  budget: Budget,
): SceneOp[] {
  const { content, place } = field;
  const elementId = '';
  switch (content.kind) {
    case 'text': {
      budget.characters += content.text.length;
      if (budget.characters > ZPL_LIMITS.characters) return [];
      const set = setText(context, content, (message) => context.tell('warning', place, message));
      return textOps(set, placeField(field, set), elementId);
    }
    case 'code':
      budget.characters += content.text.length;
      return codeOps(field, content, context);
    case 'graphic':
      return graphicOps(field, content, context, label, budget);
    default: {
      const { width, height } = content;
      const { box } = placeField(field, { width, height, base: height });
      const where = { x0: box.x0, y0: box.y0, elementId };
      if (content.kind === 'box') return boxOps(content, where);
      return content.kind === 'ellipse' ? ellipseOps(content, where) : diagonalOps(content, where);
    }
  }
}

/** `^FT` of a QR code means a line so many modules below it: found on devices, not in the guide. */
const QR_BASE_MODULES = 7;

function codeOps(field: ZplField, content: CodeContent, { fonts, tell }: DrawContext): SceneOp[] {
  const { code } = content;
  try {
    if (isLinear(code)) {
      const { symbol } = zplLinear(code, latin1Of(content.data));
      const placed = placeField(field, linearExtent(code, symbol));
      const lines = codeLines(code, symbol).flatMap((line) =>
        codeLineOps(fonts[400], line, placed, ''),
      );
      return [...linearOps(code, symbol, placed, ''), ...lines];
    }
    const drawn = zplMatrix(code, content);
    if (drawn.trouble !== '') tell('warning', field.place, drawn.trouble);
    const isQr = code.symbology === 'qr';
    const extent = matrixExtent(drawn, isQr ? QR_BASE_MODULES * drawn.across : 0);
    const at = isQr && field.origin === 'corner' ? { ...field, y: field.y + code.drop } : field;
    return matrixOps(drawn, placeField(at, extent), '');
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    tell('error', field.place, `码没有画：${error.message}`);
    return [];
  }
}

function graphicOps(
  field: ZplField,
  content: GraphicContent,
  { tell }: DrawContext,
  { widthDots, heightDots }: ZplLabel,
  budget: Budget,
): SceneOp[] {
  const { graphic, across, down } = content;
  // Unpacking costs before there is anything to draw.
  budget.dots += graphic.stride * graphic.height * 8;
  if (budget.dots > ZPL_LIMITS.dots) return [];
  const unpacked = unpackGraphic(graphic);
  if ('trouble' in unpacked) tell('warning', field.place, unpacked.trouble);
  const { bitmap } = unpacked;
  if (bitmap === undefined) return [];
  const width = bitmap.width * across;
  const height = bitmap.height * down;
  const { box } = placeField(field, { width, height, base: height });
  const room = { width: widthDots - box.x0, height: heightDots - box.y0 };
  const large = magnified(bitmap, content, room);
  return [{ kind: 'image', elementId: '', x: box.x0, y: box.y0, bitmap: large }];
}

/** Draws beside the label, and takes from it or turns round in it what was drawn. */
function drawThrough(
  bitmap: Bitmap,
  scratch: Bitmap,
  ops: SceneOp[],
  ink: 'white' | 'reversed',
): void {
  drawOnto(scratch, { ops });
  const { stride, height } = bitmap;
  const touched = unionOf(ops);
  if (touched === undefined) return;
  const [from, to] = [Math.max(0, touched.x0 >> 3), Math.min(stride, (touched.x1 >> 3) + 1)];
  for (let y = Math.max(0, touched.y0); y < Math.min(height, touched.y1); y += 1) {
    for (let at = y * stride + from; at < y * stride + to; at += 1) {
      const drawn = scratch.data[at] ?? 0;
      const old = bitmap.data[at] ?? 0;
      bitmap.data[at] = ink === 'white' ? old & ~drawn : old ^ drawn;
      scratch.data[at] = 0;
    }
  }
}

/** Whole dots around all that is drawn. */
function unionOf(ops: readonly SceneOp[]): DotRect | undefined {
  let all: DotRect | undefined;
  for (const op of ops) {
    const ink = inkOf(op);
    if (ink === undefined) continue;
    all ??= ink;
    all = {
      x0: Math.min(all.x0, Math.floor(ink.x0) - 1),
      y0: Math.min(all.y0, Math.floor(ink.y0) - 1),
      x1: Math.max(all.x1, Math.ceil(ink.x1) + 1),
      y1: Math.max(all.y1, Math.ceil(ink.y1) + 1),
    };
  }
  return all;
}

function mirror(bitmap: Bitmap): Bitmap {
  const { width, height, stride, data } = bitmap;
  const mirrored = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      const to = width - 1 - x;
      const at = y * stride + (to >> 3);
      mirrored.data[at] = (mirrored.data[at] ?? 0) | (0x80 >> (to & 7));
    }
  return mirrored;
}
