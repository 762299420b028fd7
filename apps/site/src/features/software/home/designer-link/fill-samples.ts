import { SAMPLE_LENGTH } from '@yunbiao/contract/limits/template';
import type { Template } from '@yunbiao/label';

/** The template with typed values as its samples, so that another page shows the same label. */
export const setFieldSamples = (
  template: Template,
  values: Readonly<Record<string, string>>,
): Template => ({
  ...template,
  fields: template.fields.map((field) => ({
    ...field,
    sample: (values[field.name] ?? field.sample).slice(0, SAMPLE_LENGTH),
  })),
});
