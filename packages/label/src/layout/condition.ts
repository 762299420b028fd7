import { describeConditionOwner, listElementConditions } from '../condition/conditions.ts';
import type { Condition } from '../condition/conditions.ts';
import type { GroupedElements } from '../groups.ts';
import { failsCondition, getConditionKey } from '../expression/condition-key.ts';
import type { TemplateElement } from '../template.ts';
import { type LayoutContext, reportLayoutError } from './context.ts';

function reportConditionError(
  context: LayoutContext,
  element: Pick<TemplateElement, 'id'>,
  { source, owner }: Condition,
): void {
  const reason = context.errors.get(getConditionKey(source));
  if (reason === undefined) return;
  reportLayoutError(
    context,
    element,
    'formula',
    `${describeConditionOwner(owner)}的打印条件：${reason}`,
  );
}

/**
 * Creates the decision whether an element is drawn on this label. An error in a condition is
 * reported once for each element or group that has it, and hides nothing.
 */
export function createConditionCheck(
  context: LayoutContext,
  template: GroupedElements,
): (element: TemplateElement) => boolean {
  const reportedOwners = new Set<Condition['owner']>();
  return (element) => {
    for (const condition of listElementConditions(template, element)) {
      if (failsCondition(context.data, condition.source)) return false;
      if (reportedOwners.has(condition.owner)) continue;
      reportedOwners.add(condition.owner);
      reportConditionError(context, element, condition);
    }
    return true;
  };
}

/** Decides the same for a cell; its table is drawn already. */
export function isCellShown(context: LayoutContext, cell: TemplateElement): boolean {
  if (cell.showIf === undefined) return true;
  reportConditionError(context, cell, { source: cell.showIf, owner: cell });
  return !failsCondition(context.data, cell.showIf);
}
