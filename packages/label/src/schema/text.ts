import type { z as Zod } from 'zod';
import { createElementBoxShape, createContentShape } from './box.ts';
import { type SchemaDependencies, createRangeShape } from './dependencies.ts';

const createWeightShape = ({ z }: SchemaDependencies) => z.union([z.literal(400), z.literal(700)]);

/** Text that follows on the same line. */
export const createTextTailShape = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    content: createContentShape(kit),
    sizeMm: createRangeShape(kit, kit.limits.TEXT_SIZE_MM),
    weight: createWeightShape(kit),
    /** Distance between text and tail, mm. */
    gapMm: createRangeShape(kit, kit.limits.LETTER_SPACING_MM),
  });

/** A part of a text with its own look. */
export const createTextSpanShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return z.strictObject({
    content: createContentShape(kit),
    sizeMm: createRangeShape(kit, limits.TEXT_SIZE_MM),
    weight: createWeightShape(kit),
    italic: z.boolean().exactOptional(),
    underline: z.boolean().exactOptional(),
    strike: z.boolean().exactOptional(),
    /** Distance from the part before on the same line, mm. */
    gapMm: createRangeShape(kit, limits.LETTER_SPACING_MM).exactOptional(),
  });
};

/** Alignment, fit and direction of lines. */
const createTextLayoutShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return {
    /** Horizontal alignment of the lines, or of the block of columns of vertical text. */
    align: z.enum(['left', 'center', 'right']),
    /**
     * Vertical alignment of the block of lines, or of each column of vertical text. When omitted,
     * columns and wrapping text are at the top, other text in the middle.
     */
    verticalAlign: z.enum(['top', 'middle', 'bottom']).exactOptional(),
    /**
     * Behaviour if the text does not fit its box. Wrapping text also shrinks when `minSizeMm` is
     * given.
     */
    fit: z.enum(['shrink', 'wrap', 'clip']),
    /**
     * Minimum em square when shrinking, including that of the smallest part, mm; 6 pt when omitted.
     */
    minSizeMm: createRangeShape(kit, limits.TEXT_SIZE_MM).exactOptional(),
    letterSpacingMm: createRangeShape(kit, limits.LETTER_SPACING_MM).exactOptional(),
    /** Distance between baselines, in ems; 1.2 when omitted. */
    lineHeight: createRangeShape(kit, limits.LINE_HEIGHT).exactOptional(),
    /** `vertical-rl`: columns from right to left (CSS Writing Modes 4). */
    writingMode: z.enum(['horizontal-tb', 'vertical-rl']).exactOptional(),
    /**
     * In vertical text, Latin letters and digits lie on their side (`mixed`, the default) or stand
     * upright.
     */
    textOrientation: z.enum(['mixed', 'upright']).exactOptional(),
  };
};

const createTextShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return z.strictObject({
    type: z.literal('text'),
    ...createElementBoxShape(kit),
    content: createContentShape(kit),
    /** Height of the em square, mm. */
    sizeMm: createRangeShape(kit, limits.TEXT_SIZE_MM),
    /** Unit in which the member edits sizes; storage is always in mm. mm when omitted. */
    sizeUnit: z.enum(['mm', 'pt']).exactOptional(),
    weight: createWeightShape(kit),
    ...createTextLayoutShape(kit),
    /** White on a black box. */
    inverse: z.boolean().exactOptional(),
    underline: z.boolean().exactOptional(),
    strike: z.boolean().exactOptional(),
    /** Slanted by 12°: the fonts have no italics. */
    italic: z.boolean().exactOptional(),
    /**
     * Handling of a character that no font has: reject the label (default), or print 〓 with a
     * warning.
     */
    missingGlyph: z.enum(['refuse', 'gap']).exactOptional(),
    /**
     * For a price: the whole number has the full size; the sign before it and the decimals after it
     * have this share of it, on the same baseline.
     */
    restScale: createRangeShape(kit, { min: 0.2, max: 1 }).exactOptional(),
    /**
     * Scales the width of characters in horizontal text without changing their height; 1 when
     * omitted.
     */
    widthScale: createRangeShape(kit, limits.WIDTH_SCALE).exactOptional(),
    /** Continues the last line on its baseline, as a grade follows a name; shrinks with it. */
    tail: createTextTailShape(kit).exactOptional(),
    /**
     * Parts that follow the content with their own look, broken into lines with it. A line is as
     * high as its largest part. Shrinks with the content; none is larger than `sizeMm`.
     */
    spans: z.array(createTextSpanShape(kit)).min(1).max(limits.MAX_TEXT_SPANS).exactOptional(),
  });
};

type TextSizes = {
  sizeMm: number;
  minSizeMm?: number;
  tail?: { sizeMm: number };
  spans?: readonly { sizeMm: number }[];
};

export const checkTextSizes = (
  { sizeMm, minSizeMm = 0, tail, spans = [] }: TextSizes,
  context: Zod.RefinementCtx,
): void => {
  const addIssue = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const largeSpan = spans.findIndex((span) => span.sizeMm > sizeMm);
  if (largeSpan >= 0) addIssue(['spans', largeSpan, 'sizeMm'], '一段文字不能比文字的大小还大');
  if (tail && tail.sizeMm > sizeMm) addIssue(['tail', 'sizeMm'], '接在后面的字不能比前面的大');
  if (minSizeMm > sizeMm) addIssue(['minSizeMm'], '最小的字不能比字的大小还大');
};

export const createTextSchema = (kit: SchemaDependencies) =>
  createTextShape(kit).superRefine(checkTextSizes);
