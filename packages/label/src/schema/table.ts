import { createElementBoxShape, createRotationShape, omitPositionProperties } from './box.ts';
import {
  createAztecSchema,
  createCodabarSchema,
  createCode39Schema,
  describeWithCheckError,
  createDataMatrixSchema,
  createMicroQrSchema,
  createPdf417Schema,
  createQrSchema,
  createStackedCodeSchema,
  createLinearCodeSchema,
} from './codes.ts';
import { buildTableGrid } from './grid.ts';
import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import { checkTextSizes, createTextSchema } from './text.ts';

/** Position of a cell's top left corner in its table, from 1. */
const createCellPlaceShape = (kit: SchemaDependencies) => {
  const line = createRangeShape(kit, kit.limits.TABLE_LINES).int();
  return {
    row: line,
    column: line,
    rowSpan: line.exactOptional(),
    columnSpan: line.exactOptional(),
    /** Rotates the content inside the cell. */
    rotation: createRotationShape(kit).exactOptional(),
  };
};

/** A text or a code in a cell; the cell is its box. */
export const createCellSchema = (kit: SchemaDependencies) => {
  const { z } = kit;
  const place = createCellPlaceShape(kit);
  return z.discriminatedUnion('type', [
    z
      .strictObject({ ...place, ...omitPositionProperties(createTextSchema(kit).shape) })
      .superRefine(checkTextSizes),
    z.strictObject(
      { ...place, ...omitPositionProperties(createLinearCodeSchema(kit).shape) },
      { error: describeWithCheckError },
    ),
    z.strictObject({ ...place, ...omitPositionProperties(createCode39Schema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createCodabarSchema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createQrSchema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createDataMatrixSchema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createStackedCodeSchema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createMicroQrSchema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createPdf417Schema(kit).shape) }),
    z.strictObject({ ...place, ...omitPositionProperties(createAztecSchema(kit).shape) }),
  ]);
};

/** A table of cells and lines. Grid places without a cell stay empty. */
export const createTableShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  const sizes = z
    .array(createRangeShape(kit, limits.TABLE_LINE_MM))
    .min(1)
    .max(limits.MAX_TABLE_LINES);
  return z.strictObject({
    type: z.literal('table'),
    ...createElementBoxShape(kit),
    /** Widths and heights; they divide the sides of the box in proportion. */
    columnsMm: sizes,
    rowsMm: sizes,
    /** Width of the lines around the table, inside its box, and between its cells; 0 for none. */
    lineMm: createRangeShape(kit, limits.LINE_MM),
    /** Distance between a cell's lines and its content. */
    paddingMm: createRangeShape(kit, limits.CELL_PADDING_MM).exactOptional(),
    cells: z.array(createCellSchema(kit)).max(limits.MAX_TABLE_CELLS),
  });
};

export const createTableSchema = (kit: SchemaDependencies) =>
  createTableShape(kit).superRefine((value, context) => {
    const grid = buildTableGrid(value);
    if (typeof grid === 'string')
      context.addIssue({ code: 'custom', path: ['cells'], message: grid });
  });
