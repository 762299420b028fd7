import type { TemplateElement } from '@yunbiao/label';
import { isElementLocked } from '@yunbiao/label/groups';
import { type Command, findElement } from './doc.ts';
import { changeElements, type Patch } from './edit.ts';
import { isLinearCodeType, isStackedCodeType } from './symbology.ts';

const TEXT_STYLE = [
  'sizeMm',
  'sizeUnit',
  'weight',
  'align',
  'verticalAlign',
  'fit',
  'minSizeMm',
  'letterSpacingMm',
  'lineHeight',
  'widthScale',
  'writingMode',
  'textOrientation',
  'inverse',
  'italic',
  'underline',
  'strike',
  'restScale',
  'missingGlyph',
] as const;

/** Look of the elements that are not codes; contents, places and names are no style. */
const STYLE_KEYS: Partial<Record<TemplateElement['type'], readonly string[]>> = {
  text: TEXT_STYLE,
  rect: ['lineMm', 'radiusMm'],
  ellipse: ['lineMm'],
  line: ['lineMm'],
  image: ['fit', 'dither', 'threshold', 'inverse'],
  table: ['lineMm', 'paddingMm'],
  datamatrix: ['shape'],
  'gs1-datamatrix': ['shape'],
};

/** Properties of the same name that mean something else in another type of element. */
const getStyleGroup = (type: TemplateElement['type'], key: string): string =>
  type === 'image' && (key === 'fit' || key === 'inverse') ? `image.${key}` : key;

const listStyleKeys = ({ type }: TemplateElement): readonly string[] => {
  if (isLinearCodeType(type)) return ['showText', 'textSizeMm', 'textSpacingMm', 'align'];
  if (isStackedCodeType(type)) return ['showText', 'textSizeMm'];
  if (type === 'qr' || type === 'microqr') return ['level'];
  return STYLE_KEYS[type] ?? [];
};

/** The look of an element: its type and the style properties with their values. */
export type ElementStyle = { type: TemplateElement['type']; values: Patch };

export const copyStyle = (element: TemplateElement): ElementStyle => ({
  type: element.type,
  // An optional property that is not set is copied as well: it is removed from the other element.
  values: Object.fromEntries(
    listStyleKeys(element).map((key) => [key, (element as Patch)[key]] as const),
  ),
});

/** Whether an element cannot have this value, such as a line without a width. */
const isImpossible = ({ type }: TemplateElement, key: string, value: unknown): boolean =>
  (type === 'line' && key === 'lineMm' && value === 0) ||
  (type === 'microqr' && key === 'level' && value === 'H');

/** The text that follows another cannot be larger than it. */
const limitTail = (element: TemplateElement, { values: { sizeMm } }: ElementStyle): Patch =>
  element.type === 'text' &&
  element.tail &&
  typeof sizeMm === 'number' &&
  element.tail.sizeMm > sizeMm
    ? { tail: { ...element.tail, sizeMm } }
    : {};

/** The style properties that an element shares with the copied style. */
const selectSharedStyle = (element: TemplateElement, style: ElementStyle): Patch => ({
  ...limitTail(element, style),
  ...Object.fromEntries(
    listStyleKeys(element)
      .filter(
        (key) =>
          key in style.values &&
          getStyleGroup(style.type, key) === getStyleGroup(element.type, key) &&
          !isImpossible(element, key, style.values[key]),
      )
      .map((key) => [key, key === 'align' ? toOwnAlign(element, style) : style.values[key]]),
  ),
});

/** A text always has an alignment; a code without one is centred. */
const toOwnAlign = ({ type }: TemplateElement, { values: { align } }: ElementStyle): unknown =>
  type === 'text' ? (align ?? 'center') : align === 'center' ? undefined : align;

/**
 * Gives the copied style to elements. Each takes the properties that its type has too; locked
 * elements stay unchanged.
 */
export const applyStyle =
  (ids: readonly string[], style: ElementStyle): Command =>
  (doc) =>
    changeElements(
      ids.filter((id) => {
        const element = findElement(doc.template, id);
        return !element || !isElementLocked(doc.template, element);
      }),
      (element) => selectSharedStyle(element, style),
    )(doc);
