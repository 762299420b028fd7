import type { LabelData, Template } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';

/** Returns the sample value of each input field, without loading the engine. */
export const listFieldSamples = (template: Template): LabelData =>
  Object.fromEntries(listFillableFields(template).map((field) => [field.name, field.sample]));
