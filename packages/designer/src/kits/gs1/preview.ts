import {
  evaluateFormulas,
  LabelError,
  parseGs1,
  type LabelData,
  type Template,
} from '@yunbiao/label';
import { fillPlaceholders } from '@yunbiao/label/placeholders';
import { formatGs1Content } from './content.ts';
import { createMissingFields, formatGs1CodeContent, type Gs1Design } from './gs1-kit.ts';

/** Text that a label prints, and why it cannot; '' when it can. */
export type Gs1Preview = { printed: string; trouble: string };

/** The template with the columns that a design adds, and one text of this content. */
const createTrial = (design: Gs1Design, template: Template, content: string): Template => ({
  ...template,
  fields: [...template.fields, ...createMissingFields(design, template)],
  elements: [
    {
      type: 'text',
      id: 'trial',
      xMm: 0,
      yMm: 0,
      widthMm: 1,
      heightMm: 1,
      rotation: 0,
      content,
      sizeMm: 1,
      weight: 400,
      align: 'left',
      fit: 'clip',
    },
  ],
});

/** The values of a row; a column that is new has its sample. */
const fillContent = (
  content: string,
  trial: Template,
  { data, at }: { data: LabelData; at: string },
): Gs1Preview => {
  const row = Object.fromEntries(
    trial.fields
      .filter(({ formula }) => formula === undefined)
      .map(({ name, sample }) => [name, data[name] ?? sample]),
  );
  const evaluated = evaluateFormulas(trial, row, { at });
  const [trouble = ''] = evaluated.errors.values();
  return { printed: fillPlaceholders(content, evaluated.data).text, trouble };
};

/**
 * Evaluates a design for one label and checks it with the engine's GS1 parser. A link is checked by
 * the identifiers that it is made of.
 */
export const previewGs1Design = (
  design: Gs1Design,
  template: Template,
  row: { data: LabelData; at: string },
): Gs1Preview => {
  const result = formatGs1CodeContent(design);
  if ('refused' in result) return { printed: '', trouble: result.refused };
  const { content } = result;
  const filledContent = fillContent(content, createTrial(design, template, content), row);
  if (filledContent.trouble) return filledContent;
  const elements = formatGs1Content(design.items);
  const checked = fillContent(elements, createTrial(design, template, elements), row);
  try {
    parseGs1(checked.printed);
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    return { ...filledContent, trouble: error.message };
  }
  return filledContent;
};
