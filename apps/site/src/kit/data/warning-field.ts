import type { LabelWarning, TemplateField } from '@yunbiao/label';

/**
 * Checks whether a warning belongs to this field. Formula warnings name the field by its label,
 * other warnings by its name.
 */
export const isWarningAboutField = (
  { code, message }: LabelWarning,
  { name, label }: Pick<TemplateField, 'name' | 'label'>,
): boolean => message.includes(code === 'formula' ? `：${label}的内容“` : `“${name}`);
