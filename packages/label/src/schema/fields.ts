import { type Kit, within } from './kit.ts';
import { DIGITS } from './names.ts';
import { isTyped, largestSerial } from './numbers.ts';

/** How labels are numbered. */
export const serialShape = (kit: Kit) => {
  const { z, limits } = kit;
  return z.strictObject({
    /** The first number of all, and of every day, month or year with `reset`. */
    start: within(kit, limits.SERIAL_START).int(),
    /** From one number to the next. */
    step: within(kit, limits.SERIAL_STEP).int(),
    /** Characters, filled in front with the first digit; a number that needs more is refused. 0: as many as it needs. */
    width: within(kit, limits.SERIAL_WIDTH).int(),
    /** `custom` has its own `alphabet`. */
    digits: z.enum(DIGITS),
    /** The digits of `custom`, the one for 0 first; each once. */
    alphabet: z
      .string()
      .max(2 * limits.SERIAL_ALPHABET_LENGTH.max)
      .exactOptional(),
    /** When counting begins again, by the clock of the member's zone. */
    reset: z.enum(['never', 'daily', 'monthly', 'yearly']),
    /** Every copy has a number of its own, instead of that of its row. */
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

const serialSchema = (kit: Kit) => {
  const { SERIAL_ALPHABET_LENGTH: most } = kit.limits;
  return serialShape(kit)
    .refine(({ digits, alphabet }) => isAlphabet(digits === 'custom', alphabet, most), {
      path: ['alphabet'],
      error: `自定的字符要 ${most.min} 到 ${most.max} 个，不能重复；别的进制不写`,
    })
    .refine((rule) => rule.start <= largestSerial(rule), {
      path: ['start'],
      error: '起始的号比这么多位放得下的还大',
    });
};

/** A value the member types or imports for each label, or one that is worked out or counted. */
export const fieldShape = (kit: Kit) => {
  const { z, limits } = kit;
  return z.strictObject({
    name: z.string().min(1).max(limits.FIELD_NAME_LENGTH),
    label: z.string().min(1).max(limits.FIELD_NAME_LENGTH),
    sample: z.string().max(limits.SAMPLE_LENGTH),
    /** Values of further sample labels, for pictures that show several. */
    moreSamples: z
      .array(z.string().max(limits.SAMPLE_LENGTH))
      .max(limits.MAX_MORE_SAMPLES)
      .exactOptional(),
    /** Longest value, in Unicode characters. */
    maxLength: within(kit, limits.LONGEST_VALUE).int().exactOptional(),
    /** A label without it is refused; any other field may stay blank. */
    required: z.boolean().exactOptional(),
    /** Worked out for each label, not typed: docs/fields.md. */
    formula: z.string().min(1).max(limits.FORMULA_LENGTH).exactOptional(),
    /** Counted for each label, not typed: the server gives the numbers. */
    serial: serialSchema(kit).exactOptional(),
  });
};

export const fieldSchema = (kit: Kit) =>
  fieldShape(kit)
    .refine(({ formula, serial }) => formula === undefined || serial === undefined, {
      path: ['serial'],
      error: '一栏要么有公式，要么是流水号',
    })
    .refine(
      (field) => isTyped(field) || (field.required === undefined && field.maxLength === undefined),
      { path: ['required'], error: '算出来的栏没有必填和最多几个字' },
    );
