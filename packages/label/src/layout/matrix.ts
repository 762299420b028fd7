import { parseGs1 } from '../gs1/parse.ts';
import { DATA_MATRIX_QUIET_ZONE, encodeDataMatrix } from '../matrix/data-matrix/encode.ts';
import type { ModuleMatrix } from '../matrix/module-matrix.ts';
import { encodeQr, QR_QUIET_ZONE } from '../matrix/qr/encode.ts';
import type { MatrixElement } from '../template.ts';
import { encoded, isOnLabel, moduleDots } from './code.ts';
import type { LayoutContext } from './context.ts';
import { rectOnMedia } from './place.ts';

/** The light space each asks for, in modules. */
const QUIET_ZONE: Readonly<Record<MatrixElement['type'], number>> = {
  qr: QR_QUIET_ZONE,
  datamatrix: DATA_MATRIX_QUIET_ZONE,
  'gs1-datamatrix': DATA_MATRIX_QUIET_ZONE,
};

function matrixOf(element: MatrixElement, text: string): ModuleMatrix {
  if (element.type === 'qr') return encodeQr(text, element.level);
  const shape = element.shape ?? 'square';
  return element.type === 'datamatrix'
    ? encodeDataMatrix(text, { shape })
    : encodeDataMatrix(parseGs1(text).message, { gs1: true, shape });
}

export function layoutMatrix(context: LayoutContext, element: MatrixElement): void {
  const code = encoded(context, element, (text) => matrixOf(element, text));
  if (code === undefined) return;
  const quiet = QUIET_ZONE[element.type];
  const placed = context.placement.place(element);
  const { width, height, rotation } = placed;
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
  });
}
