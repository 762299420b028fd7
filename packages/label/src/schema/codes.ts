import type { z as Zod } from 'zod';
import { boxShape, contentShape } from './box.ts';
import { type Kit, within } from './kit.ts';
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

/** The sentence for a check character where it is no choice; any other issue has the validator's own words. */
export const checkNotOptional: Zod.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  const keys = code === 'unrecognized_keys' && 'keys' in issue ? issue.keys : undefined;
  if (!Array.isArray(keys) || !keys.includes('withCheck')) return undefined;
  const { id, type } = input as { id?: string; type: string };
  // What stands in a cell of a table has no name of its own.
  const what = id === undefined ? '格子' : `元素“${id}”`;
  return `${what}（${type}）不能有 withCheck：只有 ${CHECK_OPTIONAL_NAMES.join('、')} 的校验字符可加可不加`;
};

/** The line of text at a code. */
const textLine = (kit: Kit) => ({
  showText: kit.z.boolean(),
  /** Height of its em square, in mm. */
  textSizeMm: within(kit, kit.limits.CODE_TEXT_MM),
});

const linearLook = (kit: Kit) => ({
  ...boxShape(kit),
  content: contentShape(kit),
  ...textLine(kit),
  /** Between the characters of that text, in mm. */
  textSpacingMm: within(kit, kit.limits.CODE_SPACING_MM).exactOptional(),
  /** Where the bars with their quiet zones stand in a box wider than they are; in the middle when left out. */
  align: kit.z.enum(['left', 'center', 'right']).exactOptional(),
});

export const uncheckedSchema = (kit: Kit) =>
  kit.z.strictObject(
    { type: kit.z.enum(UNCHECKED_NAMES), ...linearLook(kit) },
    { error: checkNotOptional },
  );

const checkedLook = (kit: Kit) => ({
  ...linearLook(kit),
  /** Adds the check character behind the data, and to the text at the bars. */
  withCheck: kit.z.boolean().exactOptional(),
});

export const code39Schema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('code39'),
    ...checkedLook(kit),
    /** All of ASCII, most of it in pairs, which a scanner puts together when told to (ISO/IEC 16388, annex A). */
    fullAscii: kit.z.boolean().exactOptional(),
  });

export const codabarSchema = (kit: Kit) =>
  kit.z.strictObject({ type: kit.z.literal('codabar'), ...checkedLook(kit) });

/** Error correction level (ISO/IEC 18004, 6.5). */
export const qrLevelShape = ({ z }: Kit) => z.enum(['L', 'M', 'Q', 'H']);

export const qrSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('qr'),
    ...boxShape(kit),
    content: contentShape(kit),
    level: qrLevelShape(kit),
  });

export const dataMatrixSchema = (kit: Kit) =>
  kit.z.strictObject({
    /** With GS1, the content is application identifiers in brackets: `(01)09521234543213(10)ABC`. */
    type: kit.z.enum(['datamatrix', 'gs1-datamatrix']),
    ...boxShape(kit),
    content: contentShape(kit),
    /** Square when left out. */
    shape: kit.z.enum(['square', 'rectangle']).exactOptional(),
  });

export const stackedSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.enum(STACKED_NAMES),
    ...boxShape(kit),
    content: contentShape(kit),
    ...textLine(kit),
  });

export const microQrSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('microqr'),
    ...boxShape(kit),
    content: contentShape(kit),
    /** Error correction level; the smallest symbol, M1, only detects errors and is of level L here. */
    level: kit.z.enum(['L', 'M', 'Q']),
  });

export const pdf417Schema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('pdf417'),
    ...boxShape(kit),
    content: contentShape(kit),
    /** Codewords beside each other, 1 to 30; as fits the box best when left out. */
    columns: kit.z.number().int().min(1).max(30).exactOptional(),
  });

export const aztecSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('aztec'),
    ...boxShape(kit),
    content: contentShape(kit),
  });
