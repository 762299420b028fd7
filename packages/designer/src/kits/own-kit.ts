import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@yunbiao/contract/limits/template';
import type { Template, TemplateField } from '@yunbiao/label';
import type { Doc } from '../doc.ts';
import { findFieldUses } from '../fields.ts';
import { extractSelection } from '../groups.ts';
import { createPastedText } from '../pasted-content.ts';
import { removeUnusedImages } from '../unused-images.ts';
import type { Kit } from './kit.ts';

/** Fields that contents, conditions or the formulas of such fields use. */
const listNeededFields = (template: Template): TemplateField[] => {
  const isUsed = (name: string, fields: readonly TemplateField[]): boolean => {
    const uses = findFieldUses({ ...template, fields: [...fields] }, name);
    return uses.contents > 0 || uses.conditions > 0 || uses.fields.length > 0;
  };
  let needed: TemplateField[] = [];
  for (;;) {
    const next = template.fields.filter(({ name }) => isUsed(name, needed));
    if (next.length === needed.length) return next;
    needed = next;
  }
};

/** Elements of any template have its size; nothing on screen depends on it. */
const SIZE = { widthMm: LABEL_WIDTH_MM.max, heightMm: LABEL_HEIGHT_MM.max };

/** The selection with the fields and pictures it uses, as a template; null when nothing is selected. */
export const extractOwnKit = (doc: Doc): Template | null => {
  const selection = extractSelection(doc);
  if (!selection || selection.elements.length === 0) return null;
  const { images, fields } = doc.template;
  const template: Template = {
    version: 1,
    ...SIZE,
    fields,
    elements: selection.elements,
    ...(images && { images }),
    ...(selection.groups.length > 0 && { groups: selection.groups }),
  };
  return removeUnusedImages({ ...template, fields: listNeededFields(template) });
};

/** A phrase as a kit of one text; an error message as a string. */
export const createPhraseKit = (text: string): Template | string => {
  const element = createPastedText(text, { version: 1, ...SIZE, fields: [], elements: [] });
  return typeof element === 'string'
    ? element
    : { version: 1, ...SIZE, fields: [], elements: [{ ...element, id: 'e1' }] };
};

/** What a stored kit adds to a template. */
export const readOwnKit = ({ elements, fields, images = [], groups = [] }: Template): Kit => ({
  elements,
  fields,
  images,
  groups,
});
