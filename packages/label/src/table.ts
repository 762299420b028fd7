import { type GroupedElements, isElementHidden } from './groups.ts';
import { type CellSpan, toCellSpan } from './schema/grid.ts';
import type {
  CodeElement,
  ElementBox,
  TableElement,
  TemplateElement,
  TextElement,
} from './template.ts';

export { type CellSpan, buildTableGrid } from './schema/grid.ts';

/** Content of a cell as a separate element; the table determines its position. */
export type CellElement = TextElement | CodeElement;

export type Cell = {
  /** Id of the element: the table's id with row and column. */
  id: string;
  /** Position in messages. */
  location: string;
  span: CellSpan;
  element: CellElement;
};

const EMPTY_BOX = { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };

/** Cells of a table as elements, in drawing order. */
export function listCells({ id, cells }: TableElement): Cell[] {
  return cells.map((cell) => {
    const { row, column, rowSpan: _rows, columnSpan: _columns, rotation = 0, ...own } = cell;
    const box: ElementBox = { ...EMPTY_BOX, id: `${id}/${row}.${column}`, rotation };
    return {
      id: box.id,
      location: `表格第 ${row} 行第 ${column} 列`,
      span: toCellSpan(cell),
      element: { ...box, ...own },
    };
  });
}

/** All elements that are not hidden, those with conditions and those in table cells included. */
export function listElementsWithCells(template: GroupedElements): TemplateElement[] {
  return template.elements.flatMap((element): TemplateElement[] => {
    if (isElementHidden(template, element)) return [];
    return element.type === 'table'
      ? [element, ...listCells(element).map((cell) => cell.element)]
      : [element];
  });
}
