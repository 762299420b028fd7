import { pngTrouble } from '@yunbiao/label/png-header';
import { isTyped } from '@yunbiao/label/fields';
import { fieldsUsedBy, MAX_NAMES } from '@yunbiao/label/placeholders';
import { largestSerial } from '@yunbiao/label/serial';
import { tableGrid, withCells } from '@yunbiao/label/table';
import {
  CHECK_OPTIONAL_NAMES,
  type CheckOptionalName,
  DITHERS,
  FITS,
  LINEAR_NAMES,
  type LinearName,
  STACKED_NAMES,
  type Template,
} from '@yunbiao/label/template';
import { z } from './zod.ts';
import {
  ANGLE_DEG,
  CELL_PADDING_MM,
  CODE_SPACING_MM,
  CODE_TEXT_MM,
  CONTENT_LENGTH,
  ELEMENT_NAME_LENGTH,
  ELEMENT_PLACE_MM,
  ELEMENT_SIDE_MM,
  FIELD_NAME_LENGTH,
  FORMULA_LENGTH,
  IMAGE_ID_LENGTH,
  IMAGE_TEXT_LENGTH,
  IMAGE_THRESHOLD,
  LABEL_HEIGHT_MM,
  LABEL_WIDTH_MM,
  LETTER_SPACING_MM,
  LINE_HEIGHT,
  LINE_MM,
  LONGEST_VALUE,
  MAX_TABLE_CELLS,
  MAX_ELEMENTS,
  MAX_FIELDS,
  MAX_GUIDES,
  MAX_IMAGES,
  MAX_MORE_SAMPLES,
  MAX_PARTS,
  MAX_TABLE_LINES,
  RADIUS_MM,
  SAMPLE_LENGTH,
  SERIAL_ALPHABET_LENGTH,
  SERIAL_START,
  SERIAL_STEP,
  SERIAL_WIDTH,
  TABLE_LINE_MM,
  TABLE_LINES,
  TEXT_SIZE_MM,
  WIDTH_SCALE,
} from './limits/template.ts';
import type { Range } from './limits/input.ts';

const within = ({ min, max }: Range) => z.number().min(min).max(max);

const position = {
  id: z.string().min(1).max(64),
  xMm: within(ELEMENT_PLACE_MM),
  yMm: within(ELEMENT_PLACE_MM),
  widthMm: within(ELEMENT_SIDE_MM),
  heightMm: within(ELEMENT_SIDE_MM),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  name: z.string().min(1).max(ELEMENT_NAME_LENGTH).exactOptional(),
  locked: z.literal(true).exactOptional(),
  hidden: z.literal(true).exactOptional(),
  group: z.string().min(1).max(64).exactOptional(),
};
const lineMm = within(LINE_MM);
const content = z.string().max(CONTENT_LENGTH);

const linear = {
  ...position,
  content,
  showText: z.boolean(),
  textSizeMm: within(CODE_TEXT_MM),
  textSpacingMm: within(CODE_SPACING_MM).exactOptional(),
  align: z.enum(['left', 'center', 'right']).exactOptional(),
};

const UNCHECKED_NAMES = LINEAR_NAMES.filter(
  (name): name is Exclude<LinearName, CheckOptionalName> =>
    !(CHECK_OPTIONAL_NAMES as readonly string[]).includes(name),
);

/** The sentence for a check character where it is no choice; any other issue has the validator's own words. */
const checkNotOptional: z.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  const keys = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : undefined;
  if (!Array.isArray(keys) || !keys.includes('withCheck')) return undefined;
  const { id, type } = input as { id?: string; type: string };
  // What stands in a cell of a table has no name of its own.
  const what = id === undefined ? '格子' : `元素“${id}”`;
  return `${what}（${type}）不能有 withCheck：只有 ${CHECK_OPTIONAL_NAMES.join('、')} 的校验字符可加可不加`;
};

type TextSizes = { sizeMm: number; minSizeMm?: number; tail?: { sizeMm: number } };

const checkTextSizes = (
  { sizeMm, minSizeMm = 0, tail }: TextSizes,
  context: z.RefinementCtx,
): void => {
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (tail && tail.sizeMm > sizeMm) refuse(['tail', 'sizeMm'], '接在后面的字不能比前面的大');
  if (minSizeMm > sizeMm) refuse(['minSizeMm'], '最小的字不能比字的大小还大');
};

const element = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('text'),
      ...position,
      content,
      sizeMm: within(TEXT_SIZE_MM),
      weight: z.union([z.literal(400), z.literal(700)]),
      align: z.enum(['left', 'center', 'right']),
      fit: z.enum(['shrink', 'wrap', 'clip']),
      sizeUnit: z.enum(['mm', 'pt']).exactOptional(),
      verticalAlign: z.enum(['top', 'middle', 'bottom']).exactOptional(),
      minSizeMm: within(TEXT_SIZE_MM).exactOptional(),
      letterSpacingMm: within(LETTER_SPACING_MM).exactOptional(),
      lineHeight: within(LINE_HEIGHT).exactOptional(),
      writingMode: z.enum(['horizontal-tb', 'vertical-rl']).exactOptional(),
      textOrientation: z.enum(['mixed', 'upright']).exactOptional(),
      inverse: z.boolean().exactOptional(),
      underline: z.boolean().exactOptional(),
      missingGlyph: z.enum(['refuse', 'gap']).exactOptional(),
      restScale: within({ min: 0.2, max: 1 }).exactOptional(),
      widthScale: within(WIDTH_SCALE).exactOptional(),
      tail: z
        .strictObject({
          content,
          sizeMm: within(TEXT_SIZE_MM),
          weight: z.union([z.literal(400), z.literal(700)]),
          gapMm: within(LETTER_SPACING_MM),
        })
        .exactOptional(),
    })
    .superRefine(checkTextSizes),
  z.strictObject({ type: z.enum(UNCHECKED_NAMES), ...linear }, { error: checkNotOptional }),
  z.strictObject({
    type: z.enum(CHECK_OPTIONAL_NAMES),
    ...linear,
    withCheck: z.boolean().exactOptional(),
  }),
  z.strictObject({
    type: z.literal('qr'),
    ...position,
    content,
    level: z.enum(['L', 'M', 'Q', 'H']),
  }),
  z.strictObject({
    type: z.enum(['datamatrix', 'gs1-datamatrix']),
    ...position,
    content,
    shape: z.enum(['square', 'rectangle']).exactOptional(),
  }),
  z.strictObject({
    type: z.enum(STACKED_NAMES),
    ...position,
    content,
    showText: z.boolean(),
    textSizeMm: within(CODE_TEXT_MM),
  }),
  z.strictObject({
    type: z.literal('microqr'),
    ...position,
    content,
    level: z.enum(['L', 'M', 'Q']),
  }),
  z.strictObject({
    type: z.literal('pdf417'),
    ...position,
    content,
    columns: z.number().int().min(1).max(30).exactOptional(),
  }),
  z.strictObject({ type: z.literal('aztec'), ...position, content }),
  z.strictObject({
    type: z.literal('rect'),
    ...position,
    lineMm,
    radiusMm: within(RADIUS_MM).exactOptional(),
  }),
  z.strictObject({
    type: z.literal('image'),
    ...position,
    image: z.string().min(1).max(IMAGE_ID_LENGTH),
    fit: z.enum(FITS),
    dither: z.enum(DITHERS),
    threshold: within(IMAGE_THRESHOLD).int().exactOptional(),
    inverse: z.boolean().exactOptional(),
    angleDeg: within(ANGLE_DEG).exactOptional(),
  }),
  z.strictObject({ type: z.literal('ellipse'), ...position, lineMm }),
  z.strictObject({
    type: z.literal('line'),
    ...position,
    lineMm,
    angleDeg: within(ANGLE_DEG).exactOptional(),
  }),
]);

/** Without what says where an element is. */
const unplaced = <Shape extends typeof position>({
  id: _id,
  xMm: _x,
  yMm: _y,
  widthMm: _width,
  heightMm: _height,
  rotation: _rotation,
  name: _name,
  locked: _locked,
  hidden: _hidden,
  group: _group,
  ...own
}: Shape): Omit<Shape, keyof typeof position> => own;

const span = within(TABLE_LINES).int().exactOptional();
const cellPlace = {
  row: within(TABLE_LINES).int(),
  column: within(TABLE_LINES).int(),
  rowSpan: span,
  columnSpan: span,
  rotation: position.rotation.exactOptional(),
};
const [text, unchecked, checked, qr, dataMatrix, stacked, microQr, pdf417, aztec] = element.options;
const cell = z.discriminatedUnion('type', [
  z.strictObject({ ...cellPlace, ...unplaced(text.shape) }).superRefine(checkTextSizes),
  z.strictObject({ ...cellPlace, ...unplaced(unchecked.shape) }, { error: checkNotOptional }),
  z.strictObject({ ...cellPlace, ...unplaced(checked.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(qr.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(dataMatrix.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(stacked.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(microQr.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(pdf417.shape) }),
  z.strictObject({ ...cellPlace, ...unplaced(aztec.shape) }),
]);
const sizes = z.array(within(TABLE_LINE_MM)).min(1).max(MAX_TABLE_LINES);

const table = z
  .strictObject({
    type: z.literal('table'),
    ...position,
    columnsMm: sizes,
    rowsMm: sizes,
    lineMm,
    paddingMm: within(CELL_PADDING_MM).exactOptional(),
    cells: z.array(cell).max(MAX_TABLE_CELLS),
  })
  .superRefine((value, context) => {
    const grid = tableGrid(value);
    if (typeof grid === 'string')
      context.addIssue({ code: 'custom', path: ['cells'], message: grid });
  });

const image = z.strictObject({
  id: z.string().min(1).max(IMAGE_ID_LENGTH),
  /** Its header is read here: what claims to be too large is not stored. */
  png: z
    .string()
    .max(IMAGE_TEXT_LENGTH)
    .superRefine((png, context) => {
      const message = pngTrouble(png);
      if (message !== '') context.addIssue({ code: 'custom', message });
    }),
});

const isAlphabet = (isCustom: boolean, alphabet: string | undefined): boolean => {
  if (!isCustom || alphabet === undefined) return isCustom === (alphabet !== undefined);
  const characters = Array.from(alphabet);
  const { min, max } = SERIAL_ALPHABET_LENGTH;
  const isUnique = new Set(characters).size === characters.length;
  return isUnique && characters.length >= min && characters.length <= max;
};

const serial = z
  .strictObject({
    start: z.number().int().min(SERIAL_START.min).max(SERIAL_START.max),
    step: z.number().int().min(SERIAL_STEP.min).max(SERIAL_STEP.max),
    width: z.number().int().min(SERIAL_WIDTH.min).max(SERIAL_WIDTH.max),
    digits: z.enum(['decimal', 'hex', 'base36', 'clear', 'letters', 'custom']),
    alphabet: z
      .string()
      .max(2 * SERIAL_ALPHABET_LENGTH.max)
      .exactOptional(),
    reset: z.enum(['never', 'daily', 'monthly', 'yearly']),
    perCopy: z.boolean(),
  })
  .refine(({ digits, alphabet }) => isAlphabet(digits === 'custom', alphabet), {
    path: ['alphabet'],
    error: `自定的字符要 ${SERIAL_ALPHABET_LENGTH.min} 到 ${SERIAL_ALPHABET_LENGTH.max} 个，不能重复；别的进制不写`,
  })
  .refine((rule) => rule.start <= largestSerial(rule), {
    path: ['start'],
    error: '起始的号比这么多位放得下的还大',
  });

const guides = z.array(within(ELEMENT_PLACE_MM)).max(MAX_GUIDES);

/**
 * A label template as stored and sent, format version 1: the shape of `Template`, with its limits. Strict: a client that
 * does not know a part must refuse the label, not print it without.
 */
export const templateContent = z.strictObject({
  version: z.literal(1, {
    error: ({ input }) => `模板的格式版本是 ${String(input)}，这里只认 1`,
  }),
  widthMm: within(LABEL_WIDTH_MM),
  heightMm: within(LABEL_HEIGHT_MM),
  fields: z
    .array(
      z
        .strictObject({
          name: z.string().min(1).max(FIELD_NAME_LENGTH),
          label: z.string().min(1).max(FIELD_NAME_LENGTH),
          sample: z.string().max(SAMPLE_LENGTH),
          moreSamples: z.array(z.string().max(SAMPLE_LENGTH)).max(MAX_MORE_SAMPLES).exactOptional(),
          maxLength: within(LONGEST_VALUE).int().exactOptional(),
          required: z.boolean().exactOptional(),
          formula: z.string().min(1).max(FORMULA_LENGTH).exactOptional(),
          serial: serial.exactOptional(),
        })
        .refine(({ formula, serial }) => formula === undefined || serial === undefined, {
          path: ['serial'],
          error: '一栏要么有公式，要么是流水号',
        })
        .refine(
          (field) =>
            isTyped(field) || (field.required === undefined && field.maxLength === undefined),
          { path: ['required'], error: '算出来的栏没有必填和最多几个字' },
        ),
    )
    .max(MAX_FIELDS),
  elements: z
    .array(z.discriminatedUnion('type', [...element.options, table]))
    .max(MAX_ELEMENTS)
    .refine((elements) => withCells(elements).length <= MAX_PARTS, {
      error: `元素和表格的格子一共最多 ${MAX_PARTS} 个`,
    })
    .refine((elements) => fieldsUsedBy({ elements }).length <= MAX_NAMES, {
      error: `一个模板的花括号里最多 ${MAX_NAMES} 种内容`,
    }),
  images: z.array(image).max(MAX_IMAGES).exactOptional(),
  guides: z.strictObject({ xMm: guides, yMm: guides }).exactOptional(),
});

/** The properties of a type and of all in it, however they were put together. */
type Plain<T> = T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
/** Equal to the last optional property, which being assignable to each other is not. */
type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;
/** Does not compile when the schema and the engine's type say different things. */
true satisfies Same<z.output<typeof templateContent>, Template>;

/** Reads stored or received template JSON; throws a ZodError when it is not one. */
export const parseTemplate = (value: unknown): Template => templateContent.parse(value);
