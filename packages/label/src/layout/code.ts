import { COMFORTABLE_MODULE_MM } from '../comfortable-module.ts';
import { getValue } from '../check-data.ts';
import { LabelError } from '../errors.ts';
import { ExpressionError } from '../expression/error.ts';
import { getExpression } from '../expression/expression.ts';
import { isTyped } from '../fields.ts';
import { computeCheckDigit, isWholeUpcA } from '../gs1/check-digits.ts';
import { describeElement, fieldNamesIn, findSoleField } from '../placeholders.ts';
import type { DotRect } from '../scene.ts';
import { isLinear } from '../template.ts';
import type { CodeElement } from '../template.ts';
import { contentFor } from './content.ts';
import { fail, warn } from './context.ts';
import { findInvisible, trimCode, trimInvisible } from './invisible.ts';
import type { LayoutContext } from './context.ts';

/** Modules below this, in mm, are not drawn at all: 1 dot at 203 dpi (2 of a square code), 2 at 300, 3 at 600. */
export const SMALLEST_MODULE_MM = 0.12;

/** Dots of the smallest module of at least so many mm. */
export function dotsOfModule(moduleMm: number, dotsPerMm: number): number {
  return Math.ceil(moduleMm * dotsPerMm);
}

const SQUARE: ReadonlySet<CodeElement['type']> = new Set([
  'qr',
  'microqr',
  'datamatrix',
  'gs1-datamatrix',
  'aztec',
]);

/** Whether it is read as a picture, each module by itself; bars are long, and are hit where they are good. */
export const isSquare = ({ type }: Pick<CodeElement, 'type'>): boolean => SQUARE.has(type);

/**
 * Dots of the smallest module a code is drawn in. Of a square module of one dot nothing is left once the head's dots run:
 * no decoder reads it, as the grade of `scan/` says.
 */
export function leastModuleDots(element: Pick<CodeElement, 'type'>, dotsPerMm: number): number {
  return Math.max(dotsOfModule(SMALLEST_MODULE_MM, dotsPerMm), isSquare(element) ? 2 : 1);
}

/** The fields a formula uses; none of one that cannot be read. */
function listFields(formula: string): readonly string[] {
  try {
    return getExpression(formula).fields;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/**
 * Whether a content comes to nothing because all fields that feed it, through formulas too, were left blank and may be:
 * a code then prints nothing, as a text does. One that comes to nothing of a value, or of a required field, is lost.
 */
function isLeftBlank({ fields, data }: LayoutContext, content: string): boolean {
  // Grows while it is walked: each name is looked at once, however formulas use each other.
  const names = new Set(fieldNamesIn(content));
  for (const name of names) {
    const field = fields.get(name);
    if (field !== undefined && isTyped(field)) {
      if (field.required === true || getValue(data, name).trim() !== '') return false;
      continue;
    }
    const used = field?.serial === undefined ? listFields(field?.formula ?? name) : [];
    if (used.length === 0 || used.some((one) => !fields.has(one))) return false;
    for (const one of used) names.add(one);
  }
  return names.size > 0;
}

/** Whether a content is typed: fixed, or one field, and nothing that is computed. */
function isTypedAlone({ fields }: LayoutContext, { content }: CodeElement): boolean {
  if (fieldNamesIn(content).length === 0) return true;
  const field = fields.get(findSoleField(content) ?? '');
  return field !== undefined && isTyped(field);
}

/** Encodes, or reports why the content cannot be a code. */
export function encoded<T>(
  context: LayoutContext,
  element: CodeElement,
  encode: (text: string) => T,
): T | undefined {
  const content = contentFor(context, element);
  if (content === undefined) return undefined;
  const text = trimInvisible(content);
  if (text === '') {
    const which = describeElement(element);
    if (isLeftBlank(context, element.content))
      warn(context, element, 'code-empty', `${which}没有内容，这张标签上空着`);
    else fail(context, element, 'code-empty', `${which}没有内容，未画出`);
    return undefined;
  }
  if (text !== content)
    warn(
      context,
      element,
      'code-trimmed',
      `${describeElement(element)}的内容两头有看不见的字符（制表符、换行或零宽空格），没有印进码里`,
    );
  const hidden = findInvisible(text, { isText: !isLinear(element) });
  if (hidden !== undefined) {
    const { place, name } = hidden;
    fail(
      context,
      element,
      'code-not-encodable',
      `${describeElement(element)}未画出：内容第 ${place} 个字符是看不见的${name}，删掉它再打`,
    );
    return undefined;
  }
  const digits = trimCode(text);
  if (element.type === 'ean13' && isTypedAlone(context, element) && isWholeUpcA(digits))
    warn(
      context,
      element,
      'code-ambiguous',
      `${describeElement(element)}只有 12 位：按商品码补上校验位印成 ${digits}${computeCheckDigit(digits)}。如果是表格丢了开头的 0，写满 13 位：0${digits}`,
    );
  try {
    const symbol = encode(text);
    context.codes.push({ element, content: text });
    return symbol;
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    fail(
      context,
      element,
      'code-not-encodable',
      `${describeElement(element)}未画出：${error.message}`,
    );
    return undefined;
  }
}

/** A side of the box in dots, and the modules that must fit along it, quiet zones included. */
export type Side = { room: number; modules: number };

/** The largest whole number of dots a module may have, or undefined when none is allowed. */
export function moduleDots(
  context: LayoutContext,
  element: CodeElement,
  ...sides: readonly Side[]
): number | undefined {
  const k = context.placement.dotsPerMm;
  const dots = Math.min(...sides.map(({ room, modules }) => Math.floor(room / modules)));
  const comfortable = dotsOfModule(COMFORTABLE_MODULE_MM, k);
  if (dots < leastModuleDots(element, k)) {
    const most = Math.max(...sides.map(({ modules }) => modules));
    const [least, easy] = [leastModuleDots(element, k), comfortable].map((module) =>
      Math.ceil((most * module) / k),
    );
    const side = isLinear(element) ? '长度' : '边长';
    fail(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}放不下，未画出：含空白区${side}至少 ${least} mm，好扫要 ${easy} mm`,
    );
    return undefined;
  }
  if (dots < comfortable) {
    warn(
      context,
      element,
      'code-module-small',
      `${describeElement(element)}太密，可能扫不出，请加大`,
    );
  }
  return dots;
}

/** Whether all of it is on the label; a code that is not is left out, and that is said. */
export function isOnLabel(context: LayoutContext, element: CodeElement, rect: DotRect): boolean {
  const { widthDots, heightDots } = context.placement;
  if (rect.x0 >= 0 && rect.y0 >= 0 && rect.x1 <= widthDots && rect.y1 <= heightDots) return true;
  fail(context, element, 'code-outside-label', `${describeElement(element)}超出标签，未画出`);
  return false;
}
