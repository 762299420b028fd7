import type { DotRect } from '../scene.ts';
import type { LineElement, RectElement } from '../template.ts';
import type { LayoutContext } from './context.ts';

/** A frame is drawn inside its box, so that neighbouring boxes do not overlap. */
export function layoutRect(context: LayoutContext, element: RectElement): void {
  const { box } = context.placement.place(element);
  const push = (rect: DotRect): void => {
    if (rect.x1 > rect.x0 && rect.y1 > rect.y0)
      context.ops.push({ kind: 'rect', elementId: element.id, ...rect });
  };
  const line = lineDots(context, element.lineMm);
  const isSolid = element.lineMm === 0 || line * 2 >= Math.min(box.x1 - box.x0, box.y1 - box.y0);
  if (isSolid) {
    push(box);
    return;
  }
  const { x0, y0, x1, y1 } = box;
  push({ x0, y0, x1, y1: y0 + line });
  push({ x0, y0: y1 - line, x1, y1 });
  push({ x0, y0: y0 + line, x1: x0 + line, y1: y1 - line });
  push({ x0: x1 - line, y0: y0 + line, x1, y1: y1 - line });
}

export function layoutLine(context: LayoutContext, element: LineElement): void {
  const { box } = context.placement.place(element);
  const line = lineDots(context, element.lineMm);
  const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
  const x0 = box.x0 + Math.floor((across - line) / 2);
  const y0 = box.y0 + Math.floor((down - line) / 2);
  const rect =
    across >= down
      ? { x0: box.x0, x1: box.x1, y0, y1: y0 + line }
      : { x0, x1: x0 + line, y0: box.y0, y1: box.y1 };
  if (rect.x1 > rect.x0 && rect.y1 > rect.y0)
    context.ops.push({ kind: 'rect', elementId: element.id, ...rect });
}

/** At least one dot: a thin line must not vanish at a low dpi. */
function lineDots(context: LayoutContext, lineMm: number): number {
  return Math.max(1, Math.round(lineMm * context.placement.dotsPerMm));
}
