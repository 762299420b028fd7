import { describeElement, fieldNamesIn, fillContent } from '../placeholders.ts';
import type { CodeElement, TextElement } from '../template.ts';
import type { LayoutContext } from './context.ts';
import { fail, spend, warn } from './context.ts';

/**
 * The element's text with its fields filled in; says what is missing or was cut.
 * A code is never cut: for one that is too long the answer is undefined.
 */
export function contentFor(
  context: LayoutContext,
  element: TextElement | CodeElement,
): string | undefined {
  return filledFor(context, element, element.content);
}

/** What follows a text on its line; empty for a text that ends with itself. */
export function tailFor(context: LayoutContext, element: TextElement): string {
  return element.tail === undefined
    ? ''
    : (filledFor(context, element, element.tail.content) ?? '');
}

function filledFor(
  context: LayoutContext,
  element: TextElement | CodeElement,
  content: string,
): string | undefined {
  const filled = fillContent(content, context.data, context.fields);
  spend(context, { characters: filled.text.length });
  tellErrors(context, element, content);
  const missing = filled.missing
    .filter((name) => !context.errors.has(name))
    .map((name) => `“${name}”`)
    .join('、');
  if (missing !== '') fail(context, element, 'missing-field', `缺少字段${missing}的内容`);
  if (!filled.isCut) return filled.text;
  if (element.type === 'text') {
    warn(context, element, 'text-overflow', `${describeElement(element)}太长，只取了前面的部分`);
    return filled.text;
  }
  fail(context, element, 'code-not-encodable', `${describeElement(element)}未画出：内容太长`);
  return undefined;
}

/** Formulas of one element that are told; whoever mends these sees the next. */
const MAX_REPORTED = 5;

/** The first formulas of a content that could not be worked out, each with its field where it has one. */
function tellErrors(
  context: LayoutContext,
  element: TextElement | CodeElement,
  content: string,
): void {
  if (context.errors.size === 0) return;
  const wrong = fieldNamesIn(content).filter((name) => context.errors.has(name));
  for (const name of wrong.slice(0, MAX_REPORTED)) {
    const why = context.errors.get(name) ?? '';
    const label = context.fields.get(name)?.label;
    const where = label === undefined ? '' : `，${label}`;
    fail(context, element, 'formula', `${describeElement(element)}${where}：${why}`);
  }
}
