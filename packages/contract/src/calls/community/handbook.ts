import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { softwareFields, defineTextField } from '../../core/fields.ts';

/** Linear codes, two-dimensional codes, and other label elements. */
export const HANDBOOK_KINDS = ['linear', 'matrix', 'element'] as const;

/** Maximum length of an entry's name. */
const NAME_LENGTH = 40;

/** A sample label drawn by the engine at 203 dpi. */
export const handbookPicture = z.object({
  /** Same-origin URL of an SVG, one unit per dot. A changed drawing has a new URL. */
  url: z.string(),
  /** Text alternative of the picture. */
  alt: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  widthDots: z.number(),
  heightDots: z.number(),
});

/** Minimum size at this resolution, as the engine draws it. */
const sizeAt = z.object({
  dpi: z.number(),
  /** Width of the narrowest bar, side of a module, width of a line or height of a character. */
  dots: z.number(),
  mm: z.number(),
  /**
   * Size of the complete code in the picture with quiet zone and text, rounded up to 0.1 mm; null
   * for elements that are not codes.
   */
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  /**
   * How well it decodes under simulated bad printing and from a distance; null for elements that
   * are not codes.
   */
  reads: z.enum(['ample', 'just']).nullable(),
});

const entryName = z.object({ name: z.string(), title: z.string() });

/** An entry as lists return it. */
export const handbookRow = entryName.extend({
  kind: z.enum(HANDBOOK_KINDS),
  /** Purpose, in one sentence. */
  use: z.string(),
  /** What the code can encode, in a few words. */
  holds: z.string(),
  picture: handbookPicture,
  /** Recommended minimum sizes for scanning; empty for elements that are not codes. */
  sizes: z.array(sizeAt),
});

export const handbookCalls = {
  handbook: defineCall({
    method: 'GET',
    path: '/np/api/handbook',
    audience: 'public',
    summary: '条码与元素手册：每种码、每种元素是什么、最小能打印多小',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.object({
      /** Tasks, and the codes or elements that fit each. */
      choices: z.array(
        z.object({ want: z.string(), why: z.string(), entries: z.array(entryName) }),
      ),
      entries: z.array(handbookRow),
    }),
  }),
  handbookEntry: defineCall({
    method: 'GET',
    path: '/np/api/handbook/entry',
    audience: 'public',
    summary: '手册里的一种码或元素',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, name: defineTextField('名称', NAME_LENGTH, 1) }),
    output: handbookRow.omit({ sizes: true }).extend({
      /** Other names. */
      also: z.array(z.string()),
      /** Plain text paragraphs. */
      about: z.array(z.string()),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      /** Minimum sizes by requirement. */
      sizes: z.array(
        z.object({
          title: z.string(),
          say: z.string(),
          /** The dimension that is measured: `窄条`, `模块`, `线宽`, `字高`. */
          what: z.string(),
          rows: z.array(sizeAt),
          /**
           * Drawn at this size at 203 dpi with 1 mm of paper around it; null for elements that are
           * not codes.
           */
          picture: handbookPicture.nullable(),
        }),
      ),
      mistakes: z.array(z.object({ seen: z.string(), mend: z.string() })),
      /** Alternatives to consider. */
      similar: z.array(handbookRow.pick({ name: true, title: true, use: true })),
      previous: entryName.nullable(),
      next: entryName.nullable(),
    }),
  }),
};
