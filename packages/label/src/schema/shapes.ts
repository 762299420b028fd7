import { createElementBoxShape } from './box.ts';
import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import { DITHERS, FITS } from './names.ts';

/** A frame drawn inside its box, or a filled box when `lineMm` is 0. */
export const createRectSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('rect'),
    ...createElementBoxShape(kit),
    lineMm: createRangeShape(kit, kit.limits.LINE_MM),
    /** Corner radius; drawn with at most half the shorter side. */
    radiusMm: createRangeShape(kit, kit.limits.RADIUS_MM).exactOptional(),
  });

/**
 * An ellipse that touches all sides of its box: an outline inside the box, or filled when `lineMm`
 * is 0.
 */
export const createEllipseSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('ellipse'),
    ...createElementBoxShape(kit),
    lineMm: createRangeShape(kit, kit.limits.LINE_MM),
  });

/**
 * A straight line with square ends, along the longer side of its box, centred on the shorter side.
 */
export const createLineSchema = (kit: SchemaDependencies) =>
  kit.z.strictObject({
    type: kit.z.literal('line'),
    ...createElementBoxShape(kit),
    lineMm: createRangeShape(kit, kit.limits.LINE_MM),
    /** Clockwise rotation about the centre of its box, in degrees; does not change the length. */
    angleDeg: createRangeShape(kit, kit.limits.ANGLE_DEG).exactOptional(),
  });

export const createImageSchema = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return z.strictObject({
    type: z.literal('image'),
    ...createElementBoxShape(kit),
    /** Id of a picture of the template, or of one passed in with it. */
    image: z.string().min(1).max(limits.IMAGE_ID_LENGTH),
    /**
     * Names a picture of the member's library instead, with placeholders: another picture on each
     * label. Blank draws nothing.
     */
    content: z.string().max(limits.CONTENT_LENGTH).exactOptional(),
    fit: z.enum(FITS),
    dither: z.enum(DITHERS),
    /**
     * Only with `threshold`: the lowest grey, 0 black to 255 white, that stays white; 128 when
     * omitted.
     */
    threshold: createRangeShape(kit, limits.IMAGE_THRESHOLD).int().exactOptional(),
    /** Swaps black and white. */
    inverse: z.boolean().exactOptional(),
    /** Clockwise rotation about the centre of its box, in degrees. */
    angleDeg: createRangeShape(kit, limits.ANGLE_DEG).exactOptional(),
  });
};

/** A picture in the template: a PNG as base64. */
export const createPictureSchema = ({ z, limits, describePngFault }: SchemaDependencies) =>
  z.strictObject({
    id: z.string().min(1).max(limits.IMAGE_ID_LENGTH),
    /** Checks the header here, so that a picture that is too large is not stored. */
    png: z
      .string()
      .max(limits.IMAGE_TEXT_LENGTH)
      .superRefine((png, context) => {
        const message = describePngFault(png);
        if (message !== '') context.addIssue({ code: 'custom', message });
      }),
  });
