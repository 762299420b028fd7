import { boxShape, rotationShape, unplaced } from './box.ts';
import {
  aztecSchema,
  codabarSchema,
  code39Schema,
  checkNotOptional,
  dataMatrixSchema,
  microQrSchema,
  pdf417Schema,
  qrSchema,
  stackedSchema,
  uncheckedSchema,
} from './codes.ts';
import { tableGrid } from './grid.ts';
import { type Kit, within } from './kit.ts';
import { checkTextSizes, textSchema } from './text.ts';

/** Where a cell is in its table: of its top left corner, counted from 1. */
const cellPlace = (kit: Kit) => {
  const line = within(kit, kit.limits.TABLE_LINES).int();
  return {
    row: line,
    column: line,
    rowSpan: line.exactOptional(),
    columnSpan: line.exactOptional(),
    /** Turns the content inside the cell. */
    rotation: rotationShape(kit).exactOptional(),
  };
};

/** A text or a code in a cell, which is its box. */
export const cellSchema = (kit: Kit) => {
  const { z } = kit;
  const place = cellPlace(kit);
  return z.discriminatedUnion('type', [
    z.strictObject({ ...place, ...unplaced(textSchema(kit).shape) }).superRefine(checkTextSizes),
    z.strictObject(
      { ...place, ...unplaced(uncheckedSchema(kit).shape) },
      { error: checkNotOptional },
    ),
    z.strictObject({ ...place, ...unplaced(code39Schema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(codabarSchema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(qrSchema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(dataMatrixSchema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(stackedSchema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(microQrSchema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(pdf417Schema(kit).shape) }),
    z.strictObject({ ...place, ...unplaced(aztecSchema(kit).shape) }),
  ]);
};

/** Cells between lines. A place of the grid without a cell stays empty. */
export const tableShape = (kit: Kit) => {
  const { z, limits } = kit;
  const sizes = z.array(within(kit, limits.TABLE_LINE_MM)).min(1).max(limits.MAX_TABLE_LINES);
  return z.strictObject({
    type: z.literal('table'),
    ...boxShape(kit),
    /** Widths and heights: the box's sides are cut in this proportion. */
    columnsMm: sizes,
    rowsMm: sizes,
    /** Around the table, inside its box, and between its cells; 0 for none. */
    lineMm: within(kit, limits.LINE_MM),
    /** Between a cell's lines and what stands in it. */
    paddingMm: within(kit, limits.CELL_PADDING_MM).exactOptional(),
    cells: z.array(cellSchema(kit)).max(limits.MAX_TABLE_CELLS),
  });
};

export const tableSchema = (kit: Kit) =>
  tableShape(kit).superRefine((value, context) => {
    const grid = tableGrid(value);
    if (typeof grid === 'string')
      context.addIssue({ code: 'custom', path: ['cells'], message: grid });
  });
