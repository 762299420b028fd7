import { getFieldValue } from './check-data.ts';
import type { GroupedElements } from './groups.ts';
import { findOldestFontEdition } from './font/editions.ts';
import { listPlaceholderNames } from './placeholders.ts';
import { listElementsWithCells } from './table.ts';
import { listElementContents } from './text-runs.ts';
import type { LabelData } from './template.ts';

/**
 * Creates a function that returns the font edition of a label, from 1. Only data shown by text
 * elements counts.
 */
export function createFontEditionFinder(template: GroupedElements): (data: LabelData) => number {
  const contents = listElementsWithCells(template).flatMap((element) =>
    element.type === 'text' ? listElementContents(element) : [],
  );
  const names = [...new Set(contents.flatMap(listPlaceholderNames))];
  const fixedEditions = contents.map((content) =>
    findOldestFontEdition(content.replaceAll(/\{\{[^{}]*\}\}/g, ' ')),
  );
  const minimumEdition = Math.max(1, ...fixedEditions);
  return (data) =>
    names.reduce(
      (edition, name) => Math.max(edition, findOldestFontEdition(getFieldValue(data, name))),
      minimumEdition,
    );
}
