import type { CodeElement, TemplateElement } from '@yunbiao/label';
import { CHECK_OPTIONAL_NAMES, LINEAR_NAMES, STACKED_NAMES } from '@yunbiao/label/template';
import { CODE_NAMES, type CodeType } from './element-names.ts';

export const CODE_TYPES = Object.keys(CODE_NAMES) as CodeType[];

export const isCodeType = (type: string): type is CodeType => type in CODE_NAMES;

export const isLinearCodeType = (type: string): boolean =>
  (LINEAR_NAMES as readonly string[]).includes(type);

export const isStackedCodeType = (type: string): boolean =>
  (STACKED_NAMES as readonly string[]).includes(type);

export const hasOptionalCheckDigit = (type: string): boolean =>
  (CHECK_OPTIONAL_NAMES as readonly string[]).includes(type);

/** Default size of the text at the bars, mm, for a code that had none before. */
const TEXT_MM = 2.5;

/**
 * Converts a code to another symbology. Keeps position, name and content, and the properties that
 * both have.
 */
export const changeSymbology = (element: CodeElement, type: CodeType): TemplateElement => {
  const { id, xMm, yMm, widthMm, heightMm, rotation, content } = element;
  const { name, locked, hidden, group, showIf } = element;
  const commonParts = Object.fromEntries(
    Object.entries({ name, locked, hidden, group, showIf }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const base = { id, xMm, yMm, widthMm, heightMm, rotation, ...commonParts, content };
  const text = {
    showText: 'showText' in element ? element.showText : true,
    textSizeMm: 'textSizeMm' in element ? element.textSizeMm : TEXT_MM,
  };
  if (isLinearCodeType(type) || isStackedCodeType(type))
    return { ...base, ...text, type } as TemplateElement;
  const level = 'level' in element ? element.level : 'M';
  if (type === 'qr') return { ...base, type, level };
  if (type === 'microqr') return { ...base, type, level: level === 'H' ? 'Q' : level };
  return { ...base, type } as TemplateElement;
};
