import type { z as Zod } from 'zod';
import { createElementBoxShape, createContentShape } from './box.ts';
import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import {
  CHECK_OPTIONAL_NAMES,
  type CheckOptionalName,
  LINEAR_NAMES,
  type LinearName,
  STACKED_NAMES,
} from './names.ts';

const UNCHECKED_NAMES = LINEAR_NAMES.filter(
  (name): name is Exclude<LinearName, CheckOptionalName> =>
    !(CHECK_OPTIONAL_NAMES as readonly string[]).includes(name),
);

/**
 * Error for `withCheck` where the check character is not optional; other issues keep the
 * validator's message.
 */
export const describeWithCheckError: Zod.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  const keys = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : undefined;
  if (!Array.isArray(keys) || !keys.includes('withCheck')) return undefined;
  const { id, type } = input as { id?: string; type: string };
  // An element in a table cell has no id.
  const elementName = id === undefined ? '格子' : `元素“${id}”`;
  return `${elementName}（${type}）不能有 withCheck：只有 ${CHECK_OPTIONAL_NAMES.join('、')} 的校验字符可加可不加`;
};

/** Text line below a code. */
const createTextLineShape = (kit: SchemaDependencies) => ({
  showText: kit.z.boolean(),
  /** Height of the em square, mm. */
  textSizeMm: createRangeShape(kit, kit.limits.CODE_TEXT_MM),
});

const createLinearCodeShape = (kit: SchemaDependencies) => ({
  ...createElementBoxShape(kit),
  content: createContentShape(kit),
  ...createTextLineShape(kit),
  /** Spacing between the characters of the text line, mm. */
  textSpacingMm: createRangeShape(kit, kit.limits.CODE_SPACING_MM).exactOptional(),
  /** Alignment of the bars with their quiet zones in a wider box; centred when omitted. */
  align: kit.z.enum(['left', 'center', 'right']).exactOptional(),
});

export const createLinearCodeSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject(
    { type: kit.z.enum(UNCHECKED_NAMES), ...createLinearCodeShape(kit) },
    { error: describeWithCheckError },
  );

const createOptionalCheckShape = (kit: SchemaDependencies) => ({
  ...createLinearCodeShape(kit),
  /** Adds the check character after the data and in the text below the bars. */
  withCheck: kit.z.boolean().exactOptional(),
});

export const createCode39Schema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('code39'),
    ...createOptionalCheckShape(kit),
    /**
     * Encodes all of ASCII, mostly as character pairs, which a scanner must be configured to decode
     * (ISO/IEC 16388, annex A).
     */
    fullAscii: kit.z.boolean().exactOptional(),
  });

export const createCodabarSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({ type: kit.z.literal('codabar'), ...createOptionalCheckShape(kit) });

/** Error correction level (ISO/IEC 18004, 6.5). */
export const createQrLevelShape = ({ z }: SchemaDependencies) => z.enum(['L', 'M', 'Q', 'H']);

export const createQrSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('qr'),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    level: createQrLevelShape(kit),
  });

export const createDataMatrixSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    /** With GS1 the content is application identifiers in brackets: `(01)09521234543213(10)ABC`. */
    type: kit.z.enum(['datamatrix', 'gs1-datamatrix']),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    /** Square when omitted. */
    shape: kit.z.enum(['square', 'rectangle']).exactOptional(),
  });

export const createStackedCodeSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.enum(STACKED_NAMES),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    ...createTextLineShape(kit),
  });

export const createMicroQrSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('microqr'),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    /** Error correction level. The smallest symbol, M1, only detects errors and counts as L. */
    level: kit.z.enum(['L', 'M', 'Q']),
  });

export const createPdf417Schema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('pdf417'),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    /** Data codewords per row, 1 to 30; the best fit for the box when omitted. */
    columns: kit.z.number().int().min(1).max(30).exactOptional(),
  });

export const createAztecSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('aztec'),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
  });
