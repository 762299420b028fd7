import { describeElement } from '../placeholders.ts';
import type { BarsOp, DotRect, MatrixOp } from '../scene.ts';
import { listCells } from '../table.ts';
import type { Template, TemplateElement } from '../template.ts';
import { addLayoutWarning } from './context.ts';
import type { LayoutContext } from './context.ts';
import { computeMatrixBox, computeOperationBounds, overlaps } from './ink.ts';

/** Checks that need the complete scene: ink outside the label, ink in a quiet zone. */
export function checkSceneInk(context: LayoutContext, template: Template): void {
  // Built on demand: most labels have no warnings.
  let elements: Map<string, WarningSubject> | undefined;
  const findSubject = (id: string): WarningSubject | undefined =>
    (elements ??= new Map(template.elements.flatMap(listWarningSubjects))).get(id);
  const inks = context.ops.map((op) => ({ op, ink: computeOperationBounds(op) }));
  const { widthDots, heightDots } = context.placement;
  const warnedSubjects = new Set<WarningSubject>();
  for (const { op, ink } of inks) {
    if (ink === undefined) continue;
    // Up to half a dot of overhang is due to rounding.
    if (ink.x0 >= -0.5 && ink.y0 >= -0.5 && ink.x1 <= widthDots + 0.5 && ink.y1 <= heightDots + 0.5)
      continue;
    const element = findSubject(op.elementId);
    if (element === undefined || warnedSubjects.has(element)) continue;
    warnedSubjects.add(element);
    addLayoutWarning(
      context,
      element,
      'outside-label',
      `${element.describe()}超出标签，超出的部分不会打印出`,
    );
  }
  for (const { op } of inks) {
    if (op.kind !== 'bars' && op.kind !== 'matrix') continue;
    const zone = computeBoundsWithQuietZone(op);
    const isOff = zone.x0 < 0 || zone.y0 < 0 || zone.x1 > widthDots || zone.y1 > heightDots;
    const isTouched = inks.some(
      ({ op: otherOp, ink }) =>
        otherOp.elementId !== op.elementId && ink !== undefined && overlaps(ink, zone),
    );
    const element = isOff || isTouched ? findSubject(op.elementId) : undefined;
    if (element !== undefined) {
      const reason = isTouched ? '旁边有别的内容' : '太靠近标签边缘';
      addLayoutWarning(
        context,
        element,
        'code-quiet-zone',
        `${element.describe()}四周的空白不够（${reason}），可能扫不出`,
      );
    }
  }
}

/** Subject of a warning: an element, or an element in a table cell. */
type WarningSubject = { id: string; describe: () => string };

/**
 * Entries for an element, or for a table and the elements in its cells, keyed by the id of their
 * operations.
 */
function listWarningSubjects(element: TemplateElement): [string, WarningSubject][] {
  const { id } = element;
  const cells = element.type === 'table' ? listCells(element) : [];
  return [
    [id, { id, describe: () => describeElement(element) }],
    ...cells.map((cell): [string, WarningSubject] => [
      cell.id,
      { id, describe: () => `${cell.location}：${describeElement(cell.element)}` },
    ]),
  ];
}

/** Bounds of the symbol including its quiet zone; a linear symbol needs one only at both ends. */
export function computeBoundsWithQuietZone(op: BarsOp | MatrixOp): DotRect {
  if (op.kind === 'matrix') {
    const { x0, y0, x1, y1 } = computeMatrixBox(op);
    return { x0: x0 - op.quiet, y0: y0 - op.quiet, x1: x1 + op.quiet, y1: y1 + op.quiet };
  }
  const { before, after } = op.quiet;
  return op.along === 'x'
    ? { x0: op.x0 - before, y0: op.y0, x1: op.x1 + after, y1: op.y1 }
    : { x0: op.x0, y0: op.y0 - before, x1: op.x1, y1: op.y1 + after };
}
