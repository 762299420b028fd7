import {
  createAztecSchema,
  createCodabarSchema,
  createCode39Schema,
  createDataMatrixSchema,
  createMicroQrSchema,
  createPdf417Schema,
  createQrSchema,
  createStackedCodeSchema,
  createLinearCodeSchema,
} from './codes.ts';
import { createFieldSchema } from './fields.ts';
import { TEMPLATE_VERSION } from './formats.ts';
import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import { createGroupsSchema } from './groups.ts';
import {
  createEllipseSchema,
  createImageSchema,
  createLineSchema,
  createPictureSchema,
  createRectSchema,
} from './shapes.ts';
import { createTableSchema } from './table.ts';
import { createTextSchema } from './text.ts';

export {
  FORMAT_STEPS,
  type FormatStep,
  migrateTemplateFormat,
  TEMPLATE_VERSION,
} from './formats.ts';
export type { SchemaDependencies, TemplateLimits } from './dependencies.ts';

const createElementSchema = (kit: SchemaDependencies) =>
  kit.z.discriminatedUnion('type', [
    createTextSchema(kit),
    createLinearCodeSchema(kit),
    createCode39Schema(kit),
    createCodabarSchema(kit),
    createQrSchema(kit),
    createDataMatrixSchema(kit),
    createStackedCodeSchema(kit),
    createMicroQrSchema(kit),
    createPdf417Schema(kit),
    createAztecSchema(kit),
    createRectSchema(kit),
    createImageSchema(kit),
    createEllipseSchema(kit),
    createLineSchema(kit),
    createTableSchema(kit),
  ]);

const KNOWN_VERSIONS = TEMPLATE_VERSION > 1 ? `1 到 ${String(TEMPLATE_VERSION)}` : '1';

/**
 * Schema of a template in the newest format; the engine's types are derived from it
 * (`../template.ts`). Strict: a client that does not know a property must reject the label instead
 * of printing it without.
 */
export const createTemplateSchema = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  const guides = z.array(createRangeShape(kit, limits.ELEMENT_PLACE_MM)).max(limits.MAX_GUIDES);
  return z.strictObject({
    version: z.literal(TEMPLATE_VERSION, {
      error: ({ input }) => `模板的格式版本是 ${String(input)}，这里只认 ${KNOWN_VERSIONS}`,
    }),
    widthMm: createRangeShape(kit, limits.LABEL_WIDTH_MM),
    heightMm: createRangeShape(kit, limits.LABEL_HEIGHT_MM),
    fields: z.array(createFieldSchema(kit)).max(limits.MAX_FIELDS),
    elements: z.array(createElementSchema(kit)).max(limits.MAX_ELEMENTS),
    /** Groups with a name, a parent or a condition; others exist by the elements that name them. */
    groups: createGroupsSchema(kit).exactOptional(),
    images: z.array(createPictureSchema(kit)).max(limits.MAX_IMAGES).exactOptional(),
    /** Guide lines of the designer, mm from the top left corner; never printed. */
    guides: z.strictObject({ xMm: guides, yMm: guides }).exactOptional(),
  });
};
