import type { z as Zod } from 'zod';
import { boxShape, contentShape } from './box.ts';
import { type Kit, within } from './kit.ts';

const weightShape = ({ z }: Kit) => z.union([z.literal(400), z.literal(700)]);

/** What follows a text on its line. */
export const tailShape = (kit: Kit) =>
  kit.z.strictObject({
    content: contentShape(kit),
    sizeMm: within(kit, kit.limits.TEXT_SIZE_MM),
    weight: weightShape(kit),
    /** Between the two, in mm. */
    gapMm: within(kit, kit.limits.LETTER_SPACING_MM),
  });

/** How lines stand in their box, and how they run. */
const setting = (kit: Kit) => {
  const { z, limits } = kit;
  return {
    /** Where the text stands in its box: its lines, or the block of columns of vertical text. */
    align: z.enum(['left', 'center', 'right']),
    /**
     * Where it stands between top and bottom: the block of lines, or each column of vertical text. When left out, columns
     * and text that wraps are at the top, the rest in the middle.
     */
    verticalAlign: z.enum(['top', 'middle', 'bottom']).exactOptional(),
    /** What happens when the text does not fit its box. Text that wraps shrinks as well when `minSizeMm` is given. */
    fit: z.enum(['shrink', 'wrap', 'clip']),
    /** As far as the em square, or that of the smallest part, may shrink, in mm; 6 pt when left out. */
    minSizeMm: within(kit, limits.TEXT_SIZE_MM).exactOptional(),
    letterSpacingMm: within(kit, limits.LETTER_SPACING_MM).exactOptional(),
    /** Between the baselines of two lines, in ems; 1.2 when left out. */
    lineHeight: within(kit, limits.LINE_HEIGHT).exactOptional(),
    /** `vertical-rl`: columns from right to left (CSS Writing Modes 4). */
    writingMode: z.enum(['horizontal-tb', 'vertical-rl']).exactOptional(),
    /** In vertical text, Latin letters and digits lie on their side (`mixed`, when left out) or stand one below the other. */
    textOrientation: z.enum(['mixed', 'upright']).exactOptional(),
  };
};

const textShape = (kit: Kit) => {
  const { z, limits } = kit;
  return z.strictObject({
    type: z.literal('text'),
    ...boxShape(kit),
    content: contentShape(kit),
    /** Height of the em square, in mm. */
    sizeMm: within(kit, limits.TEXT_SIZE_MM),
    /** What the member reads and writes sizes in; they are kept in mm all the same. mm when left out. */
    sizeUnit: z.enum(['mm', 'pt']).exactOptional(),
    weight: weightShape(kit),
    ...setting(kit),
    /** White on a black box. */
    inverse: z.boolean().exactOptional(),
    underline: z.boolean().exactOptional(),
    /** A character no font has: the label is refused, or 〓 stands in its place, with a warning. Refused when left out. */
    missingGlyph: z.enum(['refuse', 'gap']).exactOptional(),
    /**
     * For a price: its whole number keeps the size; the sign before it and the decimals after it are this share of it, on
     * the same baseline.
     */
    restScale: within(kit, { min: 0.2, max: 1 }).exactOptional(),
    /** Draws each character of horizontal text wider or narrower, as high as before; 1 when left out. */
    widthScale: within(kit, limits.WIDTH_SCALE).exactOptional(),
    /** Continues the last line on its baseline, as a grade follows a name; shrinks with it. */
    tail: tailShape(kit).exactOptional(),
  });
};

type TextSizes = { sizeMm: number; minSizeMm?: number; tail?: { sizeMm: number } };

export const checkTextSizes = (
  { sizeMm, minSizeMm = 0, tail }: TextSizes,
  context: Zod.RefinementCtx,
): void => {
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if (tail && tail.sizeMm > sizeMm) refuse(['tail', 'sizeMm'], '接在后面的字不能比前面的大');
  if (minSizeMm > sizeMm) refuse(['minSizeMm'], '最小的字不能比字的大小还大');
};

export const textSchema = (kit: Kit) => textShape(kit).superRefine(checkTextSizes);
