import { encodeQr, QR_QUIET_ZONE } from '../matrix/qr/encode.ts';
import type { QrElement } from '../template.ts';
import { encoded, isOnLabel, moduleDots } from './code.ts';
import type { LayoutContext } from './context.ts';
import { rectOnMedia } from './place.ts';

export function layoutMatrix(context: LayoutContext, element: QrElement): void {
  const code = encoded(context, element, (text) => encodeQr(text, element.level));
  if (code === undefined) return;
  const placed = context.placement.place(element);
  const { width, height, rotation } = placed;
  const module = moduleDots(
    context,
    element,
    { room: width, modules: code.width + 2 * QR_QUIET_ZONE },
    { room: height, modules: code.height + 2 * QR_QUIET_ZONE },
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
    quiet: QR_QUIET_ZONE * module,
    code,
  });
}
