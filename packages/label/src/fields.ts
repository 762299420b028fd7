import type { Template, TemplateField } from './template.ts';

/** Whether people fill it in: not what is worked out or counted. */
export const isTyped = ({ formula, serial }: TemplateField): boolean =>
  formula === undefined && serial === undefined;

/** The fields people fill in, in the template's order. */
export const typedFields = ({ fields }: Pick<Template, 'fields'>): TemplateField[] =>
  fields.filter(isTyped);
