import { describeElement, listPlaceholderNames, fillPlaceholders } from '../placeholders.ts';
import type { CodeElement, TextElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { reportLayoutError, spendLayoutBudget, addLayoutWarning } from './context.ts';

/**
 * Fills in the fields of an element's content; reports missing fields and truncation. Codes are
 * never truncated: returns undefined for a code that is too long.
 */
export function resolveElementContent(
  context: LayoutContext,
  element: TextElement | CodeElement,
): string | undefined {
  return resolvePlaceholders(context, element, element.content);
}

/** Text that follows on the same line; empty for an element without a tail. */
export function resolveTextTail(context: LayoutContext, element: TextElement): string {
  return element.tail === undefined
    ? ''
    : (resolvePlaceholders(context, element, element.tail.content) ?? '');
}

function resolvePlaceholders(
  context: LayoutContext,
  element: TextElement | CodeElement,
  content: string,
): string | undefined {
  const filledContent = fillPlaceholders(content, context.data, context.fields);
  spendLayoutBudget(context, { characters: filledContent.text.length });
  reportFormulaErrors(context, element, content);
  const missing = filledContent.missing
    .filter((name) => !context.errors.has(name))
    .map((name) => `“${name}”`)
    .join('、');
  if (missing !== '')
    reportLayoutError(context, element, 'missing-field', `缺少字段${missing}的内容`);
  if (!filledContent.isCut) return filledContent.text;
  if (element.type === 'text') {
    addLayoutWarning(
      context,
      element,
      'text-overflow',
      `${describeElement(element)}太长，只取了前面的部分`,
    );
    return filledContent.text;
  }
  reportLayoutError(
    context,
    element,
    'code-not-encodable',
    `${describeElement(element)}未画出：内容太长`,
  );
  return undefined;
}

/** Maximum reported formula errors per element. */
const MAX_REPORTED = 5;

/** Reports the first failed formulas of a content, with the field label if there is one. */
function reportFormulaErrors(
  context: LayoutContext,
  element: TextElement | CodeElement,
  content: string,
): void {
  if (context.errors.size === 0) return;
  const failedNames = listPlaceholderNames(content).filter((name) => context.errors.has(name));
  for (const name of failedNames.slice(0, MAX_REPORTED)) {
    const reason = context.errors.get(name) ?? '';
    const label = context.fields.get(name)?.label;
    const location = label === undefined ? '' : `，${label}`;
    reportLayoutError(
      context,
      element,
      'formula',
      `${describeElement(element)}${location}：${reason}`,
    );
  }
}
