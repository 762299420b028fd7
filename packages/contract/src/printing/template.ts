import { listUsedFieldNames, MAX_NAMES } from '@yunbiao/label/placeholders';
import { describePngFault } from '@yunbiao/label/png-header';
import { migrateTemplateFormat, createTemplateSchema } from '@yunbiao/label/schema';
import { listElementsWithCells } from '@yunbiao/label/table';
import type { Template } from '@yunbiao/label/template';
import * as limits from '../limits/template.ts';
import { z } from '../core/zod.ts';

const template = createTemplateSchema({ z, limits, describePngFault: describePngFault });

/** A label template in the newest format, within the limits of templates. */
export const templateContent = template.extend({
  elements: template.shape.elements
    .refine((elements) => listElementsWithCells({ elements }).length <= limits.MAX_PARTS, {
      error: `元素和表格的格子一共最多 ${limits.MAX_PARTS} 个`,
    })
    .refine((elements) => listUsedFieldNames({ elements }).length <= MAX_NAMES, {
      error: `一个模板的花括号里最多 ${MAX_NAMES} 种内容`,
    }),
});

/** A template from a file or from an outdated page: older formats are converted. */
export const writtenTemplate = z.preprocess(
  (value: Template): unknown => migrateTemplateFormat(value),
  templateContent,
);

/** Parses stored or received template JSON of any format. Throws a ZodError when it is invalid. */
export const parseTemplate = (value: unknown): Template => writtenTemplate.parse(value);
