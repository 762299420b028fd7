import type { LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { renameFieldInFormula } from '@yunbiao/label/formula';
import { listPlaceholderNames } from '@yunbiao/label/placeholders';
import { listElementsWithCells } from '@yunbiao/label/table';
import { listElementContents } from '@yunbiao/label/text-runs';

/** Whether a placeholder is the field, or a formula that uses it. */
const usesField = (inner: string, name: string): boolean =>
  inner === name || (renameFieldInFormula(inner, name, `${name}_`) ?? inner) !== inner;

/**
 * Checks whether a warning belongs to this field: it is about an element that shows the field.
 * Warnings about formulas name the field by its label.
 */
export const isWarningAboutField = (
  { elementId, code, message }: LabelWarning,
  { name, label }: Pick<TemplateField, 'name' | 'label'>,
  template: Pick<Template, 'elements' | 'groups'>,
): boolean => {
  if (code === 'formula') return message.includes(`：${label}的内容“`);
  if (code === 'missing-field') return message.includes(`“${name}”`);
  const element = listElementsWithCells(template).find(({ id }) => id === elementId);
  return (
    element !== undefined &&
    listElementContents(element).some((content) =>
      listPlaceholderNames(content).some((inner) => usesField(inner, name)),
    )
  );
};
