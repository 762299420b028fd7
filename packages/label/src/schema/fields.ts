import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import { DIGITS } from './names.ts';
import { isTypedField, computeLargestSerial } from './serial.ts';

/** Serial number rule. */
export const createSerialShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return z.strictObject({
    /** First number, and first number of every period with `reset`. */
    start: createRangeShape(kit, limits.SERIAL_START).int(),
    /** Increment. */
    step: createRangeShape(kit, limits.SERIAL_STEP).int(),
    /**
     * Number of characters, padded with the first digit; a longer number is rejected. 0: variable
     * length.
     */
    width: createRangeShape(kit, limits.SERIAL_WIDTH).int(),
    /** `custom` uses `alphabet`. */
    digits: z.enum(DIGITS),
    /** Digits of `custom`, the one for 0 first; no duplicates. */
    alphabet: z
      .string()
      .max(2 * limits.SERIAL_ALPHABET_LENGTH.max)
      .exactOptional(),
    /** Start of a new period, in the member's time zone. */
    reset: z.enum(['never', 'daily', 'monthly', 'yearly']),
    /** Each copy has its own number instead of sharing that of its row. */
    perCopy: z.boolean(),
  });
};

const isAlphabet = (
  isCustom: boolean,
  alphabet: string | undefined,
  { min, max }: { min: number; max: number },
): boolean => {
  if (!isCustom || alphabet === undefined) return isCustom === (alphabet !== undefined);
  const characters = Array.from(alphabet);
  const isUnique = new Set(characters).size === characters.length;
  return isUnique && characters.length >= min && characters.length <= max;
};

const createSerialSchema = (kit: SchemaDependencies) => {
  const { SERIAL_ALPHABET_LENGTH: max } = kit.limits;
  return createSerialShape(kit)
    .refine(({ digits, alphabet }) => isAlphabet(digits === 'custom', alphabet, max), {
      path: ['alphabet'],
      error: `自定的字符要 ${max.min} 到 ${max.max} 个，不能重复；别的进制不写`,
    })
    .refine((rule) => rule.start <= computeLargestSerial(rule), {
      path: ['start'],
      error: '起始的号比这么多位放得下的还大',
    });
};

/** A value the member types or imports for each label, or one that is computed or numbered. */
export const createFieldShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return z.strictObject({
    name: z.string().min(1).max(limits.FIELD_NAME_LENGTH),
    label: z.string().min(1).max(limits.FIELD_NAME_LENGTH),
    sample: z.string().max(limits.SAMPLE_LENGTH),
    /** Values of further sample labels, for pictures with several labels. */
    moreSamples: z
      .array(z.string().max(limits.SAMPLE_LENGTH))
      .max(limits.MAX_MORE_SAMPLES)
      .exactOptional(),
    /** Maximum length of a value, in Unicode characters. */
    maxLength: createRangeShape(kit, limits.MAX_VALUE_LENGTH).int().exactOptional(),
    /** A label without a value is rejected; other fields may be blank. */
    required: z.boolean().exactOptional(),
    /** Computed for each label, not typed: docs/fields.md. */
    formula: z.string().min(1).max(limits.FORMULA_LENGTH).exactOptional(),
    /** Numbered by the server for each label, not typed. */
    serial: createSerialSchema(kit).exactOptional(),
  });
};

export const createFieldSchema = (kit: SchemaDependencies) =>
  createFieldShape(kit)
    .refine(({ formula, serial }) => formula === undefined || serial === undefined, {
      path: ['serial'],
      error: '一栏要么有公式，要么是流水号',
    })
    .refine(
      (field) =>
        isTypedField(field) || (field.required === undefined && field.maxLength === undefined),
      { path: ['required'], error: '算出来的栏没有必填和最多几个字' },
    );
