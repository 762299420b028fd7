import { canHoldOldCondition } from '@yunbiao/designer/conditions/conditions';
import { getContentMode, splitCondition } from '@yunbiao/designer/content';
import { type Doc, listSelectedElements } from '@yunbiao/designer/doc';
import type { TextElement } from '@yunbiao/label';
import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';

/**
 * The selected text, if it is edited on the label. A column, a serial number and a formula are
 * chosen in the panel, and columns of vertical text have no counterpart on the screen.
 */
export const findEditableText = (doc: Doc): TextElement | null => {
  const { template } = doc;
  const [element, ...others] = listSelectedElements(doc);
  if (element?.type !== 'text' || others.length > 0) return null;
  if (isElementLocked(template, element) || isElementHidden(template, element)) return null;
  if (element.writingMode === 'vertical-rl') return null;
  if (element.spans || element.tail) return element;
  const { content } = element;
  const { fields } = template;
  if (canHoldOldCondition(element) && splitCondition(content, fields).condition !== null)
    return null;
  return ['fixed', 'joined'].includes(getContentMode(content, fields)) ? element : null;
};
