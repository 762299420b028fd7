import type { DrawContext } from './context.ts';
import { LabelError } from '../../errors.ts';
import type { SceneOp } from '../../scene.ts';
import { estimateEncodingCost } from '../codes/cost.ts';
import { encodeZplLinearCode } from '../codes/linear.ts';
import { encodeZplMatrixCode } from '../codes/matrix.ts';
import type { ZplMatrix } from '../codes/matrix.ts';
import { unpackGraphic, estimateUnpackingCost } from '../graphic.ts';
import type { PackedGraphic, UnpackedGraphic } from '../graphic.ts';
import type {
  CodeContent,
  GraphicContent,
  LinearSpec,
  MatrixSpec,
  ZplField,
  ZplLabel,
} from '../label.ts';
import { decodeLatin1 } from '../lexer.ts';
import { ZPL_LIMITS } from '../limits.ts';
import {
  buildCodeTextLines,
  measureLinearCode,
  buildLinearCodeOps,
  measureMatrixCode,
  buildMatrixCodeOps,
} from './codes.ts';
import { magnifyBitmap } from './graphic.ts';
import { placeField } from './place.ts';
import type { PlacedBox } from '../../layout/place.ts';
import { buildBoxOps, buildDiagonalOps, buildEllipseOps } from './shapes.ts';
import { buildCodeTextOps, typesetText, buildTextOps } from './text.ts';

/** Bounds the time and memory of a label. */
export type Budget = {
  dots: number;
  characters: number;
  unpacked: Map<PackedGraphic, UnpackedGraphic>;
};

export const isDrawingBudgetSpent = ({ dots, characters }: Budget): boolean =>
  dots > ZPL_LIMITS.dots || characters > ZPL_LIMITS.characters;

export const isLinearCodeSpec = (code: CodeContent['code']): code is LinearSpec => 'ratio' in code;

/** Drawing operations of a field, in black. */
export function buildFieldOps(
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
      if (isDrawingBudgetSpent(budget)) return [];
      const set = typesetText(context, content, (message) =>
        context.tell('warning', place, message),
      );
      return buildTextOps(set, placeField(field, set), elementId);
    }
    case 'code':
      budget.characters += content.text.length;
      if (!isLinearCodeSpec(content.code))
        budget.dots += estimateEncodingCost(content.code, content);
      return isDrawingBudgetSpent(budget) ? [] : buildCodeOps(field, content, context);
    case 'graphic':
      return buildGraphicOps(field, content, context, label, budget);
    default: {
      const { width, height } = content;
      const { box } = placeField(field, { width, height, base: height });
      const opPlace = { x0: box.x0, y0: box.y0, elementId };
      if (content.kind === 'box') return buildBoxOps(content, opPlace);
      return content.kind === 'ellipse'
        ? buildEllipseOps(content, opPlace)
        : buildDiagonalOps(content, opPlace);
    }
  }
}

/**
 * `^FT` of a QR code refers to a line this many modules below it; measured on devices, not in the
 * guide.
 */
const QR_BASE_MODULES = 7;

/** Position of a two-dimensional code. */
export function placeMatrixCode(
  field: ZplField,
  spec: MatrixSpec,
  zplMatrix: ZplMatrix,
): PlacedBox {
  if (spec.symbology !== 'qr') return placeField(field, measureMatrixCode(zplMatrix, 0));
  const at = field.origin === 'corner' ? { ...field, y: field.y + spec.topOffsetDots } : field;
  return placeField(at, measureMatrixCode(zplMatrix, QR_BASE_MODULES * zplMatrix.across));
}

function buildCodeOps(
  field: ZplField,
  content: CodeContent,
  { fonts, tell: report }: DrawContext,
): SceneOp[] {
  const { code } = content;
  try {
    if (isLinearCodeSpec(code)) {
      const { symbol, trouble } = encodeZplLinearCode(code, decodeLatin1(content.data));
      if (trouble !== undefined) report('warning', field.place, trouble);
      const placedBox = placeField(field, measureLinearCode(code, symbol));
      const lines = buildCodeTextLines(code, symbol).flatMap((line) =>
        buildCodeTextOps(fonts[400], line, placedBox, ''),
      );
      return [...buildLinearCodeOps(code, symbol, placedBox, ''), ...lines];
    }
    const encodedMatrix = encodeZplMatrixCode(code, content);
    if (encodedMatrix.trouble !== '') report('warning', field.place, encodedMatrix.trouble);
    return buildMatrixCodeOps(encodedMatrix, placeMatrixCode(field, code, encodedMatrix), '');
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    report('error', field.place, `码没有画：${error.message}`);
    return [];
  }
}

function buildGraphicOps(
  field: ZplField,
  content: GraphicContent,
  { tell }: DrawContext,
  { widthDots, heightDots }: ZplLabel,
  budget: Budget,
): SceneOp[] {
  const { graphic, across, down } = content;
  const unpackedBitmap = unpackGraphicOnce(graphic, budget);
  if (unpackedBitmap?.trouble !== undefined) tell('warning', field.place, unpackedBitmap.trouble);
  const bitmap = unpackedBitmap?.bitmap;
  if (bitmap === undefined) return [];
  const width = bitmap.width * across;
  const height = bitmap.height * down;
  const { box } = placeField(field, { width, height, base: height });
  const room = { width: widthDots - box.x0, height: heightDots - box.y0 };
  const large = magnifyBitmap(bitmap, content, room);
  return [{ kind: 'image', elementId: '', x: box.x0, y: box.y0, bitmap: large }];
}

/**
 * Caches unpacked graphics, which may be recalled many times; undefined when the budget is
 * exceeded.
 */
function unpackGraphicOnce(graphic: PackedGraphic, budget: Budget): UnpackedGraphic | undefined {
  const cachedGraphic = budget.unpacked.get(graphic);
  if (cachedGraphic !== undefined) return cachedGraphic;
  // Unpacking counts against the budget before anything is drawn.
  budget.dots += estimateUnpackingCost(graphic);
  if (isDrawingBudgetSpent(budget)) return undefined;
  const unpackedBitmap = unpackGraphic(graphic);
  budget.unpacked.set(graphic, unpackedBitmap);
  return unpackedBitmap;
}
