import type { Fonts } from '../../font/font.ts';
import { turnBitmap } from '../../image/turn.ts';
import { getInk } from '../../layout/ink.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { drawOnto } from '../../raster/rasterize.ts';
import type { DotRect, SceneOp } from '../../scene.ts';
import type { ZplField, ZplLabel } from '../label.ts';
import { createNotices } from '../notice.ts';
import type { Lines, ZplNotice } from '../notice.ts';
import { magnified } from './graphic.ts';
import { placeFollowers } from './follow.ts';
import { fieldOps, isSpent } from './fields.ts';
import type { Budget, DrawContext } from './fields.ts';

/**
 * The dots a printer makes of a label, and what of them is not as it was sent. Never throws; bounded by the size of the
 * label and `ZPL_LIMITS`. `lines` is that of the stream the label was read from.
 */
export function drawZpl(
  label: ZplLabel,
  { fonts, lines }: { fonts: Fonts; lines: Lines },
): { bitmap: Bitmap; notices: ZplNotice[] } {
  const { tell, all } = createNotices(lines);
  const { fields } = placeFollowers(label, { fonts, tell });
  const { bitmap, plan } = createPaper(label, { fonts, dpi: label.dpi, tell });
  for (const field of fields) {
    const put = plan(field);
    if (put === undefined) break;
    put();
  }
  const mirrored = label.isMirrored ? mirror(bitmap) : bitmap;
  const turned = label.isInverted ? turnBitmap(mirrored, 180) : mirrored;
  return { bitmap: magnifyDots(turned, label.dotSize), notices: all() };
}

const magnifyDots = (bitmap: Bitmap, times: number): Bitmap =>
  magnified(
    bitmap,
    { across: times, down: times },
    { width: bitmap.width * times, height: bitmap.height * times },
  );

/** A label as it is drawn field by field, before it is turned or mirrored. */
export type Paper = {
  bitmap: Bitmap;
  /** What puts a field's dots on the paper; undefined for the first field that is too much, and for all behind it. */
  plan: (field: ZplField) => (() => void) | undefined;
};

export function createPaper(label: ZplLabel, context: DrawContext): Paper {
  const { widthDots, heightDots } = label;
  const bitmap = createBitmap(widthDots, heightDots);
  const budget: Budget = { dots: 0, characters: 0, unpacked: new Map() };
  let scratch: Bitmap | undefined;
  let isFull = false;
  const plan: Paper['plan'] = (field) => {
    if (isFull) return undefined;
    const ops = fieldOps(field, context, label, budget);
    budget.dots += ops.reduce((sum, op) => sum + computeCost(op, label), 0);
    isFull = isSpent(budget);
    if (isFull) {
      context.tell('error', field.place, '标签上的内容太多或太大，后面的没有画');
      return undefined;
    }
    return () => {
      if (field.ink === 'black') drawOnto(bitmap, { ops });
      else drawThrough(bitmap, (scratch ??= createBitmap(widthDots, heightDots)), ops, field.ink);
    };
  };
  return { bitmap, plan };
}

/** Work for an operation, in dots: bytes of rows count for eight. */
function computeCost(op: SceneOp, { widthDots, heightDots }: ZplLabel): number {
  if (op.kind === 'glyphs')
    return (op.glyphs.length * op.sizeDots * op.sizeDots * (op.widthPercent ?? 100)) / 100 + 64;
  if (op.kind === 'image') return op.bitmap.width * op.bitmap.height;
  const ink = getInk(op);
  if (ink === undefined) return 64;
  const across = Math.max(0, Math.min(ink.x1, widthDots) - Math.max(ink.x0, 0));
  const down = Math.max(0, Math.min(ink.y1, heightDots) - Math.max(ink.y0, 0));
  return (across * down) / 8 + heightDots + 64;
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
  const touched = unite(ops);
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
function unite(ops: readonly SceneOp[]): DotRect | undefined {
  let all: DotRect | undefined;
  for (const op of ops) {
    const ink = getInk(op);
    if (ink === undefined) continue;
    all ??= ink;
    all = {
      x0: Math.min(all.x0, Math.floor(ink.x0) - 2),
      y0: Math.min(all.y0, Math.floor(ink.y0) - 2),
      x1: Math.max(all.x1, Math.ceil(ink.x1) + 2),
      y1: Math.max(all.y1, Math.ceil(ink.y1) + 2),
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
