import type { LabelData, Template } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';

/** The sample value of each field one fills in. The engine has the same; this one does not fetch it. */
export const listSamples = (template: Template): LabelData =>
  Object.fromEntries(typedFields(template).map((field) => [field.name, field.sample]));
