import { CONTENT_LENGTH, MAX_TABLE_CELLS } from '@yunbiao/contract/limits/template';
import { createPastedText, createTableFromCells } from '@yunbiao/designer/pasted-content';
import type { Template, TemplateElement } from '@yunbiao/label';
import { parseDelimitedCells } from '../../kit/data/cells.ts';

/** Longer texts are rejected without parsing: they exceed the limits of a table. */
const MAX_TEXT = MAX_TABLE_CELLS * CONTENT_LENGTH;

/**
 * Converts pasted text: spreadsheet cells to a table, other text to a text element. Returns an
 * error message as a string.
 */
export const createElementFromText = (text: string, label: Template): TemplateElement | string => {
  if (text.length > MAX_TEXT) return '贴的内容太长，放不进一张标签';
  if (text.trim() === '') return '剪贴板里没有内容';
  return text.includes('\t')
    ? createTableFromCells(parseDelimitedCells(text), label)
    : createPastedText(text, label);
};
