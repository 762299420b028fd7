import { LabelError } from '../../errors.ts';
import type { Fonts } from '../../font/font.ts';
import type { SceneOp } from '../../scene.ts';
import type { Dpi } from '../../template.ts';
import { encodingCost } from '../codes/cost.ts';
import { zplLinear } from '../codes/linear.ts';
import { zplMatrix } from '../codes/matrix.ts';
import type { ZplMatrix } from '../codes/matrix.ts';
import { unpackGraphic, unpackingCost } from '../graphic.ts';
import type { PackedGraphic, Unpacked } from '../graphic.ts';
import type {
  CodeContent,
  GraphicContent,
  LinearSpec,
  MatrixSpec,
  ZplField,
  ZplLabel,
} from '../label.ts';
import { toLatin1 } from '../lexer.ts';
import { ZPL_LIMITS } from '../limits.ts';
import type { Tell } from '../notice.ts';
import { codeLines, linearExtent, linearOps, matrixExtent, matrixOps } from './codes.ts';
import { magnified } from './graphic.ts';
import { placeField } from './place.ts';
import type { Placed } from '../../layout/place.ts';
import { boxOps, diagonalOps, ellipseOps } from './shapes.ts';
import { codeLineOps, setText, textOps } from './text.ts';

export type DrawContext = { fonts: Fonts; dpi: Dpi; tell: Tell };

/** What keeps the time and memory of a label bounded. */
export type Budget = { dots: number; characters: number; unpacked: Map<PackedGraphic, Unpacked> };

export const isSpent = ({ dots, characters }: Budget): boolean =>
  dots > ZPL_LIMITS.dots || characters > ZPL_LIMITS.characters;

export const isLinear = (code: CodeContent['code']): code is LinearSpec => 'ratio' in code;

/** What a field draws, in black. */
export function fieldOps(
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
      if (isSpent(budget)) return [];
      const set = setText(context, content, (message) => context.tell('warning', place, message));
      return textOps(set, placeField(field, set), elementId);
    }
    case 'code':
      budget.characters += content.text.length;
      if (!isLinear(content.code)) budget.dots += encodingCost(content.code, content);
      return isSpent(budget) ? [] : codeOps(field, content, context);
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

/** Where a two-dimensional code stands. */
export function placeMatrix(field: ZplField, spec: MatrixSpec, drawn: ZplMatrix): Placed {
  if (spec.symbology !== 'qr') return placeField(field, matrixExtent(drawn, 0));
  const at = field.origin === 'corner' ? { ...field, y: field.y + spec.drop } : field;
  return placeField(at, matrixExtent(drawn, QR_BASE_MODULES * drawn.across));
}

function codeOps(field: ZplField, content: CodeContent, { fonts, tell }: DrawContext): SceneOp[] {
  const { code } = content;
  try {
    if (isLinear(code)) {
      const { symbol, trouble } = zplLinear(code, toLatin1(content.data));
      if (trouble !== undefined) tell('warning', field.place, trouble);
      const placed = placeField(field, linearExtent(code, symbol));
      const lines = codeLines(code, symbol).flatMap((line) =>
        codeLineOps(fonts[400], line, placed, ''),
      );
      return [...linearOps(code, symbol, placed, ''), ...lines];
    }
    const drawn = zplMatrix(code, content);
    if (drawn.trouble !== '') tell('warning', field.place, drawn.trouble);
    return matrixOps(drawn, placeMatrix(field, code, drawn), '');
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
  const unpacked = unpackedOnce(graphic, budget);
  if (unpacked?.trouble !== undefined) tell('warning', field.place, unpacked.trouble);
  const bitmap = unpacked?.bitmap;
  if (bitmap === undefined) return [];
  const width = bitmap.width * across;
  const height = bitmap.height * down;
  const { box } = placeField(field, { width, height, base: height });
  const room = { width: widthDots - box.x0, height: heightDots - box.y0 };
  const large = magnified(bitmap, content, room);
  return [{ kind: 'image', elementId: '', x: box.x0, y: box.y0, bitmap: large }];
}

/** A picture that is recalled many times; undefined when unpacking it is too much. */
function unpackedOnce(graphic: PackedGraphic, budget: Budget): Unpacked | undefined {
  const known = budget.unpacked.get(graphic);
  if (known !== undefined) return known;
  // Unpacking costs before there is anything to draw.
  budget.dots += unpackingCost(graphic);
  if (isSpent(budget)) return undefined;
  const unpacked = unpackGraphic(graphic);
  budget.unpacked.set(graphic, unpacked);
  return unpacked;
}
