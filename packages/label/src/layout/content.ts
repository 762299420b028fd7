import { describeElement, listPlaceholderNames, fillPlaceholders } from '../placeholders.ts';
import type { CodeElement, ImageElement, TextElement } from '../template.ts';
import { listTextRuns, type TextRun } from '../text-runs.ts';
import type { LayoutContext } from './context.ts';
import { reportLayoutError, spendLayoutBudget, addLayoutWarning } from './context.ts';

/**
 * Fills in the fields of a code's content; reports missing fields. A code is never truncated:
 * returns undefined if it is too long.
 */
export function resolveCodeContent(
  context: LayoutContext,
  element: CodeElement,
): string | undefined {
  return resolvePlaceholders(context, element, element.content);
}

/** Name of the picture for this label; blank for none. */
export function resolvePictureName(context: LayoutContext, element: ImageElement): string {
  return (resolvePlaceholders(context, element, element.content ?? '') ?? '').trim();
}

/** Fills in the fields of each part of a text. */
export function resolveTextRuns(context: LayoutContext, element: TextElement): TextRun[] {
  return listTextRuns(element).map((run) => ({
    ...run,
    content: resolvePlaceholders(context, element, run.content) ?? '',
  }));
}

function resolvePlaceholders(
  context: LayoutContext,
  element: TextElement | CodeElement | ImageElement,
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
  if (element.type === 'image') return filledContent.text;
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
  element: TextElement | CodeElement | ImageElement,
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
