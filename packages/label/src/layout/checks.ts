import { describeElement } from '../placeholders.ts';
import type { BarsOp, DotRect, MatrixOp } from '../scene.ts';
import { listCells } from '../table.ts';
import type { Template, TemplateElement } from '../template.ts';
import { warn } from './context.ts';
import type { LayoutContext } from './context.ts';
import { boxOfMatrix, getInk, overlaps } from './ink.ts';

/** What can only be seen once everything is placed: ink off the label, ink in a quiet zone. */
export function checkScene(context: LayoutContext, template: Template): void {
  // Most labels have nothing wrong: names are looked for when there is.
  let elements: Map<string, Named> | undefined;
  const named = (id: string): Named | undefined =>
    (elements ??= new Map(template.elements.flatMap(namedBy))).get(id);
  const inks = context.ops.map((op) => ({ op, ink: getInk(op) }));
  const { widthDots, heightDots } = context.placement;
  const warned = new Set<Named>();
  for (const { op, ink } of inks) {
    if (ink === undefined) continue;
    // Half a dot of overhang is rounding, not a mistake.
    if (ink.x0 >= -0.5 && ink.y0 >= -0.5 && ink.x1 <= widthDots + 0.5 && ink.y1 <= heightDots + 0.5)
      continue;
    const element = named(op.elementId);
    if (element === undefined || warned.has(element)) continue;
    warned.add(element);
    warn(context, element, 'outside-label', `${element.name()}超出标签，超出的部分不会印出`);
  }
  for (const { op } of inks) {
    if (op.kind !== 'bars' && op.kind !== 'matrix') continue;
    const zone = getQuietZone(op);
    const isOff = zone.x0 < 0 || zone.y0 < 0 || zone.x1 > widthDots || zone.y1 > heightDots;
    const isTouched = inks.some(
      ({ op: other, ink }) =>
        other.elementId !== op.elementId && ink !== undefined && overlaps(ink, zone),
    );
    const element = isOff || isTouched ? named(op.elementId) : undefined;
    if (element !== undefined) {
      const why = isTouched ? '旁边有别的内容' : '太靠近标签边缘';
      warn(
        context,
        element,
        'code-quiet-zone',
        `${element.name()}四周的空白不够（${why}），可能扫不出`,
      );
    }
  }
}

/** Whom a warning is about: the element, or the table it is in. */
type Named = { id: string; name: () => string };

/** An element, or a table and what is in its cells, by the id its operations carry. */
function namedBy(element: TemplateElement): [string, Named][] {
  const { id } = element;
  const cells = element.type === 'table' ? listCells(element) : [];
  return [
    [id, { id, name: () => describeElement(element) }],
    ...cells.map((cell): [string, Named] => [
      cell.id,
      { id, name: () => `${cell.where}：${describeElement(cell.element)}` },
    ]),
  ];
}

/** The symbol with the light space around it; a linear symbol needs it at both ends only. */
export function getQuietZone(op: BarsOp | MatrixOp): DotRect {
  if (op.kind === 'matrix') {
    const { x0, y0, x1, y1 } = boxOfMatrix(op);
    return { x0: x0 - op.quiet, y0: y0 - op.quiet, x1: x1 + op.quiet, y1: y1 + op.quiet };
  }
  const { before, after } = op.quiet;
  return op.along === 'x'
    ? { x0: op.x0 - before, y0: op.y0, x1: op.x1 + after, y1: op.y1 }
    : { x0: op.x0, y0: op.y0 - before, x1: op.x1, y1: op.y1 + after };
}
