import {
  aztecSchema,
  codabarSchema,
  code39Schema,
  dataMatrixSchema,
  microQrSchema,
  pdf417Schema,
  qrSchema,
  stackedSchema,
  uncheckedSchema,
} from './codes.ts';
import { fieldSchema } from './fields.ts';
import { TEMPLATE_VERSION } from './formats.ts';
import { type Kit, within } from './kit.ts';
import { ellipseSchema, imageSchema, lineSchema, pictureSchema, rectSchema } from './shapes.ts';
import { tableSchema } from './table.ts';
import { textSchema } from './text.ts';

export { FORMAT_STEPS, type FormatStep, inNewestFormat, TEMPLATE_VERSION } from './formats.ts';
export type { Kit, TemplateLimits } from './kit.ts';

const elementSchema = (kit: Kit) =>
  kit.z.discriminatedUnion('type', [
    textSchema(kit),
    uncheckedSchema(kit),
    code39Schema(kit),
    codabarSchema(kit),
    qrSchema(kit),
    dataMatrixSchema(kit),
    stackedSchema(kit),
    microQrSchema(kit),
    pdf417Schema(kit),
    aztecSchema(kit),
    rectSchema(kit),
    imageSchema(kit),
    ellipseSchema(kit),
    lineSchema(kit),
    tableSchema(kit),
  ]);

const KNOWN_VERSIONS = TEMPLATE_VERSION > 1 ? `1 到 ${String(TEMPLATE_VERSION)}` : '1';

/**
 * What a template is made of, in the newest format: the engine's types are those of this schema (`../template.ts`). Strict: a
 * client that does not know a part must refuse the label, not print it without.
 */
export const templateSchema = (kit: Kit) => {
  const { z, limits } = kit;
  const guides = z.array(within(kit, limits.ELEMENT_PLACE_MM)).max(limits.MAX_GUIDES);
  return z.strictObject({
    version: z.literal(TEMPLATE_VERSION, {
      error: ({ input }) => `模板的格式版本是 ${String(input)}，这里只认 ${KNOWN_VERSIONS}`,
    }),
    widthMm: within(kit, limits.LABEL_WIDTH_MM),
    heightMm: within(kit, limits.LABEL_HEIGHT_MM),
    fields: z.array(fieldSchema(kit)).max(limits.MAX_FIELDS),
    elements: z.array(elementSchema(kit)).max(limits.MAX_ELEMENTS),
    images: z.array(pictureSchema(kit)).max(limits.MAX_IMAGES).exactOptional(),
    /** Lines of the designer that are never drawn, in mm from the top left corner. */
    guides: z.strictObject({ xMm: guides, yMm: guides }).exactOptional(),
  });
};
