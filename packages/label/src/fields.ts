import { isTyped } from './schema/numbers.ts';
import type { Template, TemplateField } from './template.ts';

export { isTyped } from './schema/numbers.ts';

/** The fields people fill in, in the template's order. */
export const typedFields = ({ fields }: Pick<Template, 'fields'>): TemplateField[] =>
  fields.filter(isTyped);
