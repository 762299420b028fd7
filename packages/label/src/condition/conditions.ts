import { describeElement } from '../placeholders.ts';
import { listCells } from '../table.ts';
import type { TemplateElement, TemplateGroup } from '../template.ts';
import { getConditionKey } from '../expression/condition-key.ts';
import { type GroupedElements, isElementHidden, listGroupChain } from '../groups.ts';

/** What has a condition: an element, a cell of a table, or a group. */
export type Condition = {
  source: string;
  owner: TemplateElement | TemplateGroup;
};

/** An element or a cell, with the conditions it depends on, from the outermost. */
export type ConditionalElement = {
  element: TemplateElement;
  conditions: readonly Condition[];
};

const toCondition = (owner: TemplateElement | TemplateGroup): Condition[] =>
  owner.showIf === undefined ? [] : [{ source: owner.showIf, owner }];

/** Conditions of an element that is not a cell, from the outermost group to its own. */
export const listElementConditions = (
  template: GroupedElements,
  element: TemplateElement,
): Condition[] => [...listGroupChain(template, element), element].flatMap(toCondition);

/** Elements that are not hidden, each followed by its cells, with their conditions. */
export const listConditionalElements = (template: GroupedElements): ConditionalElement[] =>
  template.elements.flatMap((element): ConditionalElement[] => {
    if (isElementHidden(template, element)) return [];
    const conditions = listElementConditions(template, element);
    const cells = element.type === 'table' ? listCells(element) : [];
    return [
      { element, conditions },
      ...cells.map(({ element: inner }) => ({
        element: inner,
        conditions: [...conditions, ...toCondition(inner)],
      })),
    ];
  });

/** Conditions of everything that is not hidden, each once: groups before their elements. */
export const listConditions = (template: GroupedElements): Condition[] => {
  const conditionByOwner = new Map<Condition['owner'], Condition>();
  for (const { conditions } of listConditionalElements(template))
    for (const condition of conditions)
      if (!conditionByOwner.has(condition.owner)) conditionByOwner.set(condition.owner, condition);
  return [...conditionByOwner.values()];
};

/** Name of an element or group in messages about its condition. */
export const describeConditionOwner = (owner: Condition['owner']): string =>
  'type' in owner ? describeElement(owner) : `组合“${owner.name ?? owner.id}”`;

/** The condition with this key in a message; undefined for the key of anything else. */
export const describeConditionByKey = (
  template: GroupedElements,
  key: string,
): string | undefined => {
  const condition = listConditions(template).find(({ source }) => getConditionKey(source) === key);
  return condition && `${describeConditionOwner(condition.owner)}的打印条件`;
};
