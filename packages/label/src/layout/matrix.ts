import { parseGs1 } from '../gs1/parse.ts';
import { DATA_MATRIX_QUIET_ZONE, encodeDataMatrix } from '../matrix/data-matrix/encode.ts';
import { encodeQr, QR_QUIET_ZONE } from '../matrix/qr/encode.ts';
import type { MatrixSymbol, GetRareEncoders } from '../rare-symbology.ts';
import type { MatrixOp } from '../scene.ts';
import type { MatrixElement, Rotation } from '../template.ts';
import { computeLargestModuleDots, encodeElementContent, layoutInSteps } from './code.ts';
import { resolveRareEncoders } from './context.ts';
import type { LayoutContext } from './context.ts';
import { roundToHalfDots } from './glyph-run.ts';
import { layoutTextBelowCode, computeRoomForCodeText } from './hri.ts';
import { alignToStep, placeCode, toMediaRect } from './place.ts';

type Encode = (text: string) => MatrixSymbol;

/**
 * Returns the encoder of an element's symbology for a box of this aspect ratio; undefined while it
 * is not loaded.
 */
export function createMatrixCodeEncoder(
  element: MatrixElement,
  aspect: number,
  rareCodes: GetRareEncoders,
): Encode | undefined {
  switch (element.type) {
    case 'qr':
      return (text) => ({ code: encodeQr(text, element.level), quiet: QR_QUIET_ZONE });
    case 'datamatrix':
    case 'gs1-datamatrix': {
      const { type, shape = 'square' } = element;
      const encodeWithShape = (text: string) =>
        type === 'datamatrix'
          ? encodeDataMatrix(text, { shape })
          : encodeDataMatrix(parseGs1(text).message, { gs1: true, shape });
      return (text) => ({ code: encodeWithShape(text), quiet: DATA_MATRIX_QUIET_ZONE });
    }
    default: {
      const codes = rareCodes();
      return codes && ((text) => codes.encodeMatrix(element, text, aspect));
    }
  }
}

/**
 * Module reduction, like the bar width reduction: an odd dot comes off the end, so that a rotated
 * label is the same picture rotated.
 */
function computeModuleShrink(
  dots: number,
  module: number,
  rotation: Rotation,
): Pick<MatrixOp, 'shrink'> {
  // A module keeps at least one dot.
  const thinner = Math.min(dots, module - 1);
  if (thinner === 0) return {};
  const [start, end] = [Math.floor(thinner / 2), Math.ceil(thinner / 2)];
  const [left, top] = [
    rotation === 90 || rotation === 180 ? end : start,
    rotation === 180 || rotation === 270 ? end : start,
  ];
  return { shrink: { left, top, right: thinner - left, bottom: thinner - top } };
}

export function layoutMatrixCode(context: LayoutContext, element: MatrixElement): void {
  const { placement } = context;
  const { width, height: boxHeight, rotation } = placement.place(element);
  const hasText = 'showText' in element && element.showText;
  const sizeDots = hasText ? roundToHalfDots(element.textSizeMm * placement.dotsPerMm) : 0;
  const textHeight = hasText ? computeRoomForCodeText(sizeDots) : 0;
  const height = boxHeight - textHeight;
  const getRareCodes = () => resolveRareEncoders(context, element);
  const encode = createMatrixCodeEncoder(element, width / Math.max(1, height), getRareCodes);
  const symbol = encode && encodeElementContent(context, element, encode);
  if (symbol === undefined) return;
  const { code, quiet, text } = symbol;
  const largest = computeLargestModuleDots(
    context,
    element,
    { room: width, modules: code.width + 2 * quiet },
    { room: height, modules: code.height + 2 * quiet },
  );
  if (largest === undefined) return;
  const layout = layoutInSteps(context, element, largest, (module, step) => {
    const placedCode = placeCode(placement, element, step);
    const [across, down] = [code.width * module, code.height * module];
    const room = placedCode.height - textHeight;
    // Centred before rotation, so that a rotated label is the same picture rotated.
    const left = alignToStep((placedCode.width - across) / 2, step);
    const top = alignToStep((room - down) / 2, step);
    const rect = toMediaRect(placedCode, { x0: left, y0: top, x1: left + across, y1: top + down });
    const hasRoom = room >= down + 2 * quiet * module;
    return { placed: placedCode, module, bottom: top + down, rect, hasRoom };
  });
  if (layout === undefined) return;
  const { placed, module, bottom, rect } = layout;
  context.ops.push({
    kind: 'matrix',
    elementId: element.id,
    x: rect.x0,
    y: rect.y0,
    moduleDots: module,
    rotation,
    quiet: quiet * module,
    code,
    ...computeModuleShrink(placement.barReductionDots, module, rotation),
  });
  if (hasText && text !== undefined)
    layoutTextBelowCode(context, element, { placed, text, top: bottom, sizeDots });
}
