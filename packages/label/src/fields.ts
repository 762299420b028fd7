import { isTypedField } from './schema/serial.ts';
import type { Template, TemplateField } from './template.ts';

export { isTypedField } from './schema/serial.ts';

/** Fields that people fill in, in template order. */
export const listFillableFields = ({ fields }: Pick<Template, 'fields'>): TemplateField[] =>
  fields.filter(isTypedField);
