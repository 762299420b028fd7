import { parseGs1 } from '../gs1/parse.ts';
import { DATA_MATRIX_QUIET_ZONE, encodeDataMatrix } from '../matrix/data-matrix/encode.ts';
import { encodeQr, QR_QUIET_ZONE } from '../matrix/qr/encode.ts';
import type { MatrixSymbol, RareCodeSource } from '../rare.ts';
import type { MatrixOp } from '../scene.ts';
import type { MatrixElement, Rotation } from '../template.ts';
import { encoded, isOnLabel, moduleDots } from './code.ts';
import { rareCodesFor } from './context.ts';
import type { LayoutContext } from './context.ts';
import { halfDots } from './glyph-run.ts';
import { layoutTextBelow, textRoom } from './hri.ts';
import { rectOnMedia } from './place.ts';

type Encode = (text: string) => MatrixSymbol;

/** How an element's content becomes a symbol, in room of this aspect; undefined while its encoder is not here. */
export function matrixEncoder(
  element: MatrixElement,
  aspect: number,
  rareCodes: RareCodeSource,
): Encode | undefined {
  switch (element.type) {
    case 'qr':
      return (text) => ({ code: encodeQr(text, element.level), quiet: QR_QUIET_ZONE });
    case 'datamatrix':
    case 'gs1-datamatrix': {
      const { type, shape = 'square' } = element;
      const encode = (text: string) =>
        type === 'datamatrix'
          ? encodeDataMatrix(text, { shape })
          : encodeDataMatrix(parseGs1(text).message, { gs1: true, shape });
      return (text) => ({ code: encode(text), quiet: DATA_MATRIX_QUIET_ZONE });
    }
    default: {
      const codes = rareCodes();
      return codes && ((text) => codes.matrix(element, text, aspect));
    }
  }
}

/** As bars are made narrower: the odd dot from the end, so that a turned label is the same picture turned. */
function shrunk(dots: number, module: number, rotation: Rotation): Pick<MatrixOp, 'shrink'> {
  // A module keeps a dot.
  const thinner = Math.min(dots, module - 1);
  if (thinner === 0) return {};
  const [start, end] = [Math.floor(thinner / 2), Math.ceil(thinner / 2)];
  const [left, top] = [
    rotation === 90 || rotation === 180 ? end : start,
    rotation === 180 || rotation === 270 ? end : start,
  ];
  return { shrink: { left, top, right: thinner - left, bottom: thinner - top } };
}

export function layoutMatrix(context: LayoutContext, element: MatrixElement): void {
  const placed = context.placement.place(element);
  const { width, rotation } = placed;
  const hasText = 'showText' in element && element.showText;
  const sizeDots = hasText ? halfDots(element.textSizeMm * context.placement.dotsPerMm) : 0;
  const height = placed.height - (hasText ? textRoom(sizeDots) : 0);
  const rareCodes = () => rareCodesFor(context, element);
  const encode = matrixEncoder(element, width / Math.max(1, height), rareCodes);
  const symbol = encode && encoded(context, element, encode);
  if (symbol === undefined) return;
  const { code, quiet, text } = symbol;
  const module = moduleDots(
    context,
    element,
    { room: width, modules: code.width + 2 * quiet },
    { room: height, modules: code.height + 2 * quiet },
  );
  if (module === undefined) return;
  const [across, down] = [code.width * module, code.height * module];
  // Centred before turning, so that a turned label is the same picture turned.
  const [left, top] = [Math.floor((width - across) / 2), Math.floor((height - down) / 2)];
  const rect = rectOnMedia(placed, { x0: left, y0: top, x1: left + across, y1: top + down });
  if (!isOnLabel(context, element, rect)) return;
  context.ops.push({
    kind: 'matrix',
    elementId: element.id,
    x: rect.x0,
    y: rect.y0,
    moduleDots: module,
    rotation,
    quiet: quiet * module,
    code,
    ...shrunk(context.placement.barReductionDots, module, rotation),
  });
  if (hasText && text !== undefined)
    layoutTextBelow(context, element, { placed, text, top: top + down, sizeDots });
}
