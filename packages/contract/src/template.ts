import { fieldsUsedBy, MAX_NAMES } from '@yunbiao/label/placeholders';
import { pngTrouble } from '@yunbiao/label/png-header';
import { inNewestFormat, templateSchema } from '@yunbiao/label/schema';
import { withCells } from '@yunbiao/label/table';
import type { Template } from '@yunbiao/label/template';
import * as limits from './limits/template.ts';
import { z } from './zod.ts';

const template = templateSchema({ z, limits, pngTrouble });

/** A label template in the newest format: what the engine draws, within the limits of a template. */
export const templateContent = template.extend({
  elements: template.shape.elements
    .refine((elements) => withCells(elements).length <= limits.MAX_PARTS, {
      error: `元素和表格的格子一共最多 ${limits.MAX_PARTS} 个`,
    })
    .refine((elements) => fieldsUsedBy({ elements }).length <= MAX_NAMES, {
      error: `一个模板的花括号里最多 ${MAX_NAMES} 种内容`,
    }),
});

/** One as it comes in, from a file or from who has not loaded the newest page yet: formats there were are taken, too. */
export const writtenTemplate = z.preprocess(
  (value: Template): unknown => inNewestFormat(value),
  templateContent,
);

/** Reads stored or received template JSON of any format; throws a ZodError when it is not one. */
export const parseTemplate = (value: unknown): Template => writtenTemplate.parse(value);
