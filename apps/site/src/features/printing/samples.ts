import type { LabelData, Template } from '@yunbiao/label';

/** The sample value of each field. The engine has the same; this one does not fetch it. */
export const samplesOf = (template: Template): LabelData =>
  Object.fromEntries(template.fields.map((field) => [field.name, field.sample]));
