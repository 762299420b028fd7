import { CODE128_QUIET_ZONE } from '../code128/encode.ts';
import { describeElement } from '../placeholders.ts';
import { QR_QUIET_ZONE } from '../qr/encode.ts';
import type { BarsOp, DotRect, MatrixOp } from '../scene.ts';
import type { Template, TemplateElement } from '../template.ts';
import { warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { inkOf, overlaps } from './ink.ts';

/** What can only be seen once everything is placed: ink off the label, ink in a quiet zone. */
export function checkScene(context: LayoutContext, template: Template): void {
  const elements = new Map(template.elements.map((element) => [element.id, element]));
  const inks = context.ops.map((op) => ({ op, ink: inkOf(op) }));
  const { widthDots, heightDots } = context.placement;
  const warned = new Set<TemplateElement>();
  for (const { op, ink } of inks) {
    const element = elements.get(op.elementId);
    if (element === undefined || ink === undefined || warned.has(element)) continue;
    // Half a dot of overhang is rounding, not a mistake.
    if (ink.x0 >= -0.5 && ink.y0 >= -0.5 && ink.x1 <= widthDots + 0.5 && ink.y1 <= heightDots + 0.5)
      continue;
    warned.add(element);
    warn(
      context,
      element,
      'outside-label',
      `${describeElement(element)}超出标签，超出的部分不会印出`,
    );
  }
  for (const { op } of inks) {
    if (op.kind !== 'bars' && op.kind !== 'matrix') continue;
    const element = elements.get(op.elementId);
    const zone = quietZoneOf(op);
    const isOff = zone.x0 < 0 || zone.y0 < 0 || zone.x1 > widthDots || zone.y1 > heightDots;
    const isTouched = inks.some(
      ({ op: other, ink }) =>
        other.elementId !== op.elementId && ink !== undefined && overlaps(ink, zone),
    );
    if (element !== undefined && (isOff || isTouched)) {
      const why = isTouched ? '旁边有别的内容' : '太靠近标签边缘';
      warn(
        context,
        element,
        'code-quiet-zone',
        `${describeElement(element)}四周的空白不够（${why}），可能扫不出`,
      );
    }
  }
}

/** The symbol with the light space around it; a linear symbol needs it at both ends only. */
function quietZoneOf(op: BarsOp | MatrixOp): DotRect {
  if (op.kind === 'matrix') {
    const quiet = QR_QUIET_ZONE * op.moduleDots;
    const side = op.code.size * op.moduleDots;
    return { x0: op.x - quiet, y0: op.y - quiet, x1: op.x + side + quiet, y1: op.y + side + quiet };
  }
  const quiet = CODE128_QUIET_ZONE * barModule(op);
  return op.along === 'x'
    ? { x0: op.x0 - quiet, y0: op.y0, x1: op.x1 + quiet, y1: op.y1 }
    : { x0: op.x0, y0: op.y0 - quiet, x1: op.x1, y1: op.y1 + quiet };
}

/** Every Code 128 ends in a two-module bar and starts with one, whichever way it is turned. */
function barModule(op: BarsOp): number {
  return ((op.edges[1] ?? 0) - (op.edges[0] ?? 0)) / 2;
}
