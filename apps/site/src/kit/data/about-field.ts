import type { LabelWarning, TemplateField } from '@yunbiao/label';

/** Whether a warning is shown at this field: what does not do in a formula is named by the field's label. */
export const isAbout = (
  { code, message }: LabelWarning,
  { name, label }: Pick<TemplateField, 'name' | 'label'>,
): boolean => message.includes(code === 'formula' ? `：${label}的内容“` : `“${name}`);
