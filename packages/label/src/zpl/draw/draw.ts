import type { Fonts } from '../../font/font.ts';
import { turnBitmap } from '../../image/turn.ts';
import { computeOperationBounds } from '../../layout/ink.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { drawSceneOnBitmap } from '../../raster/rasterize.ts';
import type { DotRect, SceneOp } from '../../scene.ts';
import type { ZplField, ZplLabel } from '../label.ts';
import { createNoticeCollector } from '../notice.ts';
import type { Lines, ZplNotice } from '../notice.ts';
import { magnifyBitmap } from './graphic.ts';
import { placeFollowingTexts } from './place-followers.ts';
import { buildFieldOps, isDrawingBudgetSpent } from './fields.ts';
import type { Budget } from './fields.ts';
import type { DrawContext } from './context.ts';

/**
 * Draws a label as a printer does, with notices about differences. Never throws; bounded by the
 * size of the label and `ZPL_LIMITS`. `lines` belongs to the stream of the label.
 */
export function drawZpl(
  label: ZplLabel,
  { fonts, lines }: { fonts: Fonts; lines: Lines },
): { bitmap: Bitmap; notices: ZplNotice[] } {
  const { report, listNotices } = createNoticeCollector(lines);
  const { fields } = placeFollowingTexts(label, { fonts, tell: report });
  const { bitmap, planField } = createDrawingPaper(label, { fonts, dpi: label.dpi, tell: report });
  for (const field of fields) {
    const put = planField(field);
    if (put === undefined) break;
    put();
  }
  const mirrored = label.isMirrored ? mirrorBitmap(bitmap) : bitmap;
  const turnedBitmap = label.isInverted ? turnBitmap(mirrored, 180) : mirrored;
  return { bitmap: magnifyDots(turnedBitmap, label.dotSize), notices: listNotices() };
}

const magnifyDots = (bitmap: Bitmap, times: number): Bitmap =>
  magnifyBitmap(
    bitmap,
    { across: times, down: times },
    { width: bitmap.width * times, height: bitmap.height * times },
  );

/** A label drawn field by field, before it is rotated or mirrored. */
export type Paper = {
  bitmap: Bitmap;
  /**
   * Returns a function that draws the field; undefined from the first field that exceeds the
   * budget.
   */
  planField: (field: ZplField) => (() => void) | undefined;
};

export function createDrawingPaper(label: ZplLabel, context: DrawContext): Paper {
  const { widthDots, heightDots } = label;
  const bitmap = createBitmap(widthDots, heightDots);
  const budget: Budget = { dots: 0, characters: 0, unpacked: new Map() };
  let scratch: Bitmap | undefined;
  let isFull = false;
  const prepareField: Paper['planField'] = (field) => {
    if (isFull) return undefined;
    const ops = buildFieldOps(field, context, label, budget);
    budget.dots += ops.reduce((sum, op) => sum + computeDrawingCost(op, label), 0);
    isFull = isDrawingBudgetSpent(budget);
    if (isFull) {
      context.tell('error', field.place, '标签上的内容太多或太大，后面的没有画');
      return undefined;
    }
    return () => {
      if (field.ink === 'black') drawSceneOnBitmap(bitmap, { ops });
      else
        clearOrInvertDrawnDots(
          bitmap,
          (scratch ??= createBitmap(widthDots, heightDots)),
          ops,
          field.ink,
        );
    };
  };
  return { bitmap, planField: prepareField };
}

/** Cost of an operation in dots; a byte of a row counts for eight. */
function computeDrawingCost(op: SceneOp, { widthDots, heightDots }: ZplLabel): number {
  if (op.kind === 'glyphs')
    return (op.glyphs.length * op.sizeDots * op.sizeDots * (op.widthPercent ?? 100)) / 100 + 64;
  if (op.kind === 'image') return op.bitmap.width * op.bitmap.height;
  const ink = computeOperationBounds(op);
  if (ink === undefined) return 64;
  const across = Math.max(0, Math.min(ink.x1, widthDots) - Math.max(ink.x0, 0));
  const down = Math.max(0, Math.min(ink.y1, heightDots) - Math.max(ink.y0, 0));
  return (across * down) / 8 + heightDots + 64;
}

/** Draws onto a scratch bitmap, then clears or inverts these dots on the label. */
function clearOrInvertDrawnDots(
  bitmap: Bitmap,
  scratch: Bitmap,
  ops: SceneOp[],
  ink: 'white' | 'reversed',
): void {
  drawSceneOnBitmap(scratch, { ops });
  const { stride, height } = bitmap;
  const touched = computeInkBounds(ops);
  if (touched === undefined) return;
  const [from, to] = [Math.max(0, touched.x0 >> 3), Math.min(stride, (touched.x1 >> 3) + 1)];
  for (let y = Math.max(0, touched.y0); y < Math.min(height, touched.y1); y += 1) {
    for (let at = y * stride + from; at < y * stride + to; at += 1) {
      const inkByte = scratch.data[at] ?? 0;
      const old = bitmap.data[at] ?? 0;
      bitmap.data[at] = ink === 'white' ? old & ~inkByte : old ^ inkByte;
      scratch.data[at] = 0;
    }
  }
}

/** Bounds of the operations in whole dots. */
function computeInkBounds(ops: readonly SceneOp[]): DotRect | undefined {
  let bounds: DotRect | undefined;
  for (const op of ops) {
    const ink = computeOperationBounds(op);
    if (ink === undefined) continue;
    bounds ??= ink;
    bounds = {
      x0: Math.min(bounds.x0, Math.floor(ink.x0) - 2),
      y0: Math.min(bounds.y0, Math.floor(ink.y0) - 2),
      x1: Math.max(bounds.x1, Math.ceil(ink.x1) + 2),
      y1: Math.max(bounds.y1, Math.ceil(ink.y1) + 2),
    };
  }
  return bounds;
}

function mirrorBitmap(bitmap: Bitmap): Bitmap {
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
