import { getValue } from './check-data.ts';
import { getFontEdition } from './font/editions.ts';
import { fieldNamesIn } from './placeholders.ts';
import { withCells } from './table.ts';
import type { LabelData, Template } from './template.ts';

/** The edition that draws a label of a template, from 1: of what its texts show, whatever stands elsewhere in its data. */
export function createEditionFinder(
  template: Pick<Template, 'elements'>,
): (data: LabelData) => number {
  const contents = withCells(template.elements).flatMap((element) =>
    element.type === 'text'
      ? [element.content, ...(element.tail ? [element.tail.content] : [])]
      : [],
  );
  const names = [...new Set(contents.flatMap(fieldNamesIn))];
  const fixed = contents.map((content) =>
    getFontEdition(content.replaceAll(/\{\{[^{}]*\}\}/g, ' ')),
  );
  const least = Math.max(1, ...fixed);
  return (data) =>
    names.reduce((edition, name) => Math.max(edition, getFontEdition(getValue(data, name))), least);
}
