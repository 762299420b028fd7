import { type CellSpan, getSpan } from './schema/grid.ts';
import type {
  CodeElement,
  ElementBox,
  TableElement,
  TemplateElement,
  TextElement,
} from './template.ts';

export { type CellSpan, tableGrid } from './schema/grid.ts';

/** What stands in a cell, as an element of its own; its place is the table's to say. */
export type CellElement = TextElement | CodeElement;

export type Cell = {
  /** Its element's id: the table's, with row and column. */
  id: string;
  /** How messages name it. */
  where: string;
  span: CellSpan;
  element: CellElement;
};

const NOWHERE = { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };

/** The cells of a table as elements, in the order they are drawn. */
export function listCells({ id, cells }: TableElement): Cell[] {
  return cells.map((cell) => {
    const { row, column, rowSpan: _rows, columnSpan: _columns, rotation = 0, ...own } = cell;
    const box: ElementBox = { ...NOWHERE, id: `${id}/${row}.${column}`, rotation };
    return {
      id: box.id,
      where: `表格第 ${row} 行第 ${column} 列`,
      span: getSpan(cell),
      element: { ...box, ...own },
    };
  });
}

/** All elements that are not hidden, those in cells of tables among them. */
export function withCells(elements: readonly TemplateElement[]): TemplateElement[] {
  return elements.flatMap((element): TemplateElement[] => {
    if (element.hidden) return [];
    return element.type === 'table'
      ? [element, ...listCells(element).map((cell) => cell.element)]
      : [element];
  });
}
