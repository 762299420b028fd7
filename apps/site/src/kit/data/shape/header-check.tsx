import { useState } from 'react';
import { getNumberOfRow, type SheetRowNumbers } from '../sheet-rows.ts';
import { type TableShape, copyShapeWithHeaderRow } from '../table-shape.ts';

type HeaderCheckProps = {
  cells: readonly (readonly string[])[];
  rowNumbers: SheetRowNumbers;
  guessed: TableShape;
  shape: TableShape;
  onShape: (shape: TableShape) => void;
};

/** `rowNumber`: null for a row that its sheet lacks. */
const formatHeaderRow = (rowNumber: number | null, at: number): string => {
  if (rowNumber === 1 || (rowNumber === null && at === 0)) return '第一行';
  return rowNumber === null ? '新加的行' : `第 ${rowNumber} 行`;
};

/**
 * Checkbox that says whether a row names the columns, and which one. Checking it again restores the
 * header rows from before it was unchecked.
 */
export const HeaderCheck = ({ cells, rowNumbers, guessed, shape, onShape }: HeaderCheckProps) => {
  const [former, setFormer] = useState({ guessed, shape: guessed });
  const lastShape = former.guessed === guessed ? former.shape : guessed;
  const header = shape.headerRows.at(-1);
  const row = header ?? lastShape.headerRows.at(-1) ?? 0;
  const setHeader = (isChecked: boolean): void => {
    if (isChecked)
      return onShape(
        lastShape.headerRows.length > 0 ? lastShape : copyShapeWithHeaderRow(shape, row, cells),
      );
    setFormer({ guessed, shape });
    onShape({ ...shape, headerRows: [] });
  };
  return (
    <label className="check small quiet">
      <input
        type="checkbox"
        checked={header !== undefined}
        onChange={(event) => setHeader(event.target.checked)}
      />
      {formatHeaderRow(getNumberOfRow(rowNumbers, row), row)}是列名
    </label>
  );
};
