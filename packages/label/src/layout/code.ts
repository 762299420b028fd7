import { RECOMMENDED_MODULE_MM } from '../recommended-module.ts';
import { getFieldValue } from '../check-data.ts';
import { LabelError } from '../errors.ts';
import { ExpressionError } from '../expression/error.ts';
import { parseFormulaWithCache } from '../expression/expression.ts';
import { isTypedField } from '../fields.ts';
import { computeCheckDigit, isValidUpcA } from '../gs1/check-digits.ts';
import { describeElement, listPlaceholderNames, findSolePlaceholderName } from '../placeholders.ts';
import type { DotRect } from '../scene.ts';
import { isLinearCodeElement } from '../template.ts';
import type { CodeElement } from '../template.ts';
import { resolveCodeContent } from './content.ts';
import { reportLayoutError, addLayoutWarning } from './context.ts';
import { findInvisible, trimCodeContent, trimInvisibleCharacters } from './invisible.ts';
import type { LayoutContext } from './context.ts';
import { alignToStep } from './place.ts';

/**
 * Minimum X-dimension, mm; smaller modules are not drawn. It equals 1 dot at 203 dpi (2 for a
 * matrix code), 2 at 300 dpi, 3 at 600 dpi.
 */
export const MIN_MODULE_MM = 0.12;

/** Smallest module in whole dots that is at least `moduleMm`. */
export function toModuleDots(moduleMm: number, dotsPerMm: number): number {
  return Math.ceil(moduleMm * dotsPerMm);
}

const MATRIX_TYPES: ReadonlySet<CodeElement['type']> = new Set([
  'qr',
  'microqr',
  'datamatrix',
  'gs1-datamatrix',
  'aztec',
]);

/**
 * Whether a reader samples each module separately. Bars are long: a scan line may cross them where
 * they print well.
 */
export const hasSquareModules = ({ type }: Pick<CodeElement, 'type'>): boolean =>
  MATRIX_TYPES.has(type);

/**
 * Minimum module of a code, in dots. Matrix codes need two: dot gain of the print head makes
 * modules of one dot unreadable, as the grade in `scan/` shows.
 */
export function computeMinimumModuleDots(
  element: Pick<CodeElement, 'type'>,
  dotsPerMm: number,
): number {
  return Math.max(toModuleDots(MIN_MODULE_MM, dotsPerMm), hasSquareModules(element) ? 2 : 1);
}

/** Field names in a formula; none for an invalid formula. */
function listFormulaFields(formula: string): readonly string[] {
  try {
    return parseFormulaWithCache(formula).fields;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/**
 * Whether the content is empty because all of its fields, including those used by formulas, are
 * optional and blank. Such a code prints nothing, as a text does. An empty result from a filled or
 * a required field is an error.
 */
function isBlankByOptionalFields({ fields, data }: LayoutContext, content: string): boolean {
  // The set grows during the loop: each name is visited once, even if formulas use each other.
  const names = new Set(listPlaceholderNames(content));
  for (const name of names) {
    const field = fields.get(name);
    if (field !== undefined && isTypedField(field)) {
      if (field.required === true || getFieldValue(data, name).trim() !== '') return false;
      continue;
    }
    const usedFields = field?.serial === undefined ? listFormulaFields(field?.formula ?? name) : [];
    if (usedFields.length === 0 || usedFields.some((name) => !fields.has(name))) return false;
    for (const usedName of usedFields) names.add(usedName);
  }
  return names.size > 0;
}

/** Whether the content is typed: fixed text or one typed field, nothing computed. */
function hasNoComputedContent({ fields }: LayoutContext, { content }: CodeElement): boolean {
  if (listPlaceholderNames(content).length === 0) return true;
  const field = fields.get(findSolePlaceholderName(content) ?? '');
  return field !== undefined && isTypedField(field);
}

/**
 * Returns the content without invisible characters at its ends. Reports why there is none, and
 * returns undefined, for an empty content and for invisible characters within it.
 */
function resolveCodeText(context: LayoutContext, element: CodeElement): string | undefined {
  const content = resolveCodeContent(context, element);
  if (content === undefined) return undefined;
  const text = trimInvisibleCharacters(content);
  if (text === '') {
    const elementName = describeElement(element);
    if (isBlankByOptionalFields(context, element.content))
      addLayoutWarning(context, element, 'code-empty', `${elementName}没有内容，这张标签上空着`);
    else reportLayoutError(context, element, 'code-empty', `${elementName}没有内容，未画出`);
    return undefined;
  }
  if (text !== content)
    addLayoutWarning(
      context,
      element,
      'code-trimmed',
      `${describeElement(element)}的内容两头有看不见的字符（制表符、换行或零宽空格），没有打印进码里`,
    );
  const hidden = findInvisible(text, { isText: !isLinearCodeElement(element) });
  if (hidden !== undefined) {
    const { place, name } = hidden;
    reportLayoutError(
      context,
      element,
      'code-not-encodable',
      `${describeElement(element)}未画出：内容第 ${place} 个字符是看不见的${name}，删除后再打印`,
    );
    return undefined;
  }
  return text;
}

/** Encodes the content, or reports why it cannot be encoded. */
export function encodeElementContent<T>(
  context: LayoutContext,
  element: CodeElement,
  encode: (text: string) => T,
): T | undefined {
  const text = resolveCodeText(context, element);
  if (text === undefined) return undefined;
  const digits = trimCodeContent(text);
  if (element.type === 'ean13' && hasNoComputedContent(context, element) && isValidUpcA(digits))
    addLayoutWarning(
      context,
      element,
      'code-ambiguous',
      `${describeElement(element)}只有 12 位：按商品码补上校验位打印成 ${digits}${computeCheckDigit(digits)}。如果是表格丢了开头的 0，写满 13 位：0${digits}`,
    );
  try {
    const symbol = encode(text);
    context.codes.push({ element, content: text });
    return symbol;
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    reportLayoutError(
      context,
      element,
      'code-not-encodable',
      `${describeElement(element)}未画出：${error.message}`,
    );
    return undefined;
  }
}

/** One side of the box in dots, and the modules along it, quiet zones included. */
export type ModuleSide = { room: number; modules: number };

/** Smallest tenth of a millimetre that is enough. The designer offers the same number. */
const roundUpToTenth = (mm: number): number => Math.ceil(mm * 10 - 1e-6) / 10;

/** Largest module in whole dots; undefined if it would be below the minimum. */
export function computeLargestModuleDots(
  context: LayoutContext,
  element: CodeElement,
  ...sides: readonly ModuleSide[]
): number | undefined {
  const k = context.placement.dotsPerMm;
  const dots = Math.min(...sides.map(({ room, modules }) => Math.floor(room / modules)));
  const recommendedDots = toModuleDots(RECOMMENDED_MODULE_MM, k);
  if (dots < computeMinimumModuleDots(element, k)) {
    const max = Math.max(...sides.map(({ modules }) => modules));
    const [min, easy] = [computeMinimumModuleDots(element, k), recommendedDots].map((module) =>
      roundUpToTenth((max * module) / k),
    );
    const easily = easy === min ? '' : `，好扫要 ${easy} mm`;
    const side = isLinearCodeElement(element) ? '长度' : '边长';
    reportLayoutError(
      context,
      element,
      'code-too-wide',
      `${describeElement(element)}放不下，未画出：含空白区${side}至少 ${min} mm${easily}`,
    );
    return undefined;
  }
  if (dots < recommendedDots) {
    addLayoutWarning(
      context,
      element,
      'code-module-small',
      `${describeElement(element)}太密，可能扫不出，请加大`,
    );
  }
  return dots;
}

/** A code's layout: its rectangle on the media, and whether its box has room for it. */
type CodeLayout = { rect: DotRect; hasRoom: boolean };

/**
 * The layout at multiples of the placement's `codeStepDots`; the one at whole dots where the module
 * is smaller than that or nothing fits after rounding. Returns undefined, and reports it, when the
 * code is not entirely on the label.
 */
export function layoutInSteps<T extends CodeLayout>(
  context: LayoutContext,
  element: CodeElement,
  moduleDots: number,
  layout: (module: number, step: number) => T,
): T | undefined {
  const { codeStepDots } = context.placement;
  if (codeStepDots > 1 && moduleDots >= codeStepDots) {
    const stepped = layout(alignToStep(moduleDots, codeStepDots), codeStepDots);
    if (stepped.hasRoom && isOnLabel(context, stepped.rect)) return stepped;
  }
  const exact = layout(moduleDots, 1);
  return checkCodeOnLabel(context, element, exact.rect) ? exact : undefined;
}

function isOnLabel({ placement: { widthDots, heightDots } }: LayoutContext, rect: DotRect) {
  return rect.x0 >= 0 && rect.y0 >= 0 && rect.x1 <= widthDots && rect.y1 <= heightDots;
}

/**
 * Whether the code lies entirely on the label; otherwise it is not drawn, and the error is
 * reported.
 */
function checkCodeOnLabel(context: LayoutContext, element: CodeElement, rect: DotRect): boolean {
  if (isOnLabel(context, rect)) return true;
  reportLayoutError(
    context,
    element,
    'code-outside-label',
    `${describeElement(element)}超出标签，未画出`,
  );
  return false;
}
