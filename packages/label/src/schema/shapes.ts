import { boxShape } from './box.ts';
import { type Kit, within } from './kit.ts';
import { DITHERS, FITS } from './names.ts';

/** A frame drawn inside its box, or a filled box when `lineMm` is 0. */
export const rectSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('rect'),
    ...boxShape(kit),
    lineMm: within(kit, kit.limits.LINE_MM),
    /** Of its rounded corners; half the shorter side at most is drawn. */
    radiusMm: within(kit, kit.limits.RADIUS_MM).exactOptional(),
  });

/** The ellipse that touches all sides of its box: its outline inside the box, or filled when `lineMm` is 0. */
export const ellipseSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('ellipse'),
    ...boxShape(kit),
    lineMm: within(kit, kit.limits.LINE_MM),
  });

/** A straight line with square ends, along the longer side of its box, in the middle of the shorter one. */
export const lineSchema = (kit: Kit) =>
  kit.z.strictObject({
    type: kit.z.literal('line'),
    ...boxShape(kit),
    lineMm: within(kit, kit.limits.LINE_MM),
    /** Turns it about the middle of its box, clockwise, in degrees; as long as before. */
    angleDeg: within(kit, kit.limits.ANGLE_DEG).exactOptional(),
  });

export const imageSchema = (kit: Kit) => {
  const { z, limits } = kit;
  return z.strictObject({
    type: z.literal('image'),
    ...boxShape(kit),
    /** Id of one of the template's pictures, or of one handed in with it. */
    image: z.string().min(1).max(limits.IMAGE_ID_LENGTH),
    fit: z.enum(FITS),
    dither: z.enum(DITHERS),
    /** With `threshold`: the first grey, 0 black to 255 white, that stays white; 128 when left out. */
    threshold: within(kit, limits.IMAGE_THRESHOLD).int().exactOptional(),
    /** Turns black and white. */
    inverse: z.boolean().exactOptional(),
    /** Turns it about the middle of its box, clockwise, in degrees. */
    angleDeg: within(kit, limits.ANGLE_DEG).exactOptional(),
  });
};

/** A picture in its template: a PNG, as base64. */
export const pictureSchema = ({ z, limits, pngTrouble }: Kit) =>
  z.strictObject({
    id: z.string().min(1).max(limits.IMAGE_ID_LENGTH),
    /** Its header is read here: what claims to be too large is not stored. */
    png: z
      .string()
      .max(limits.IMAGE_TEXT_LENGTH)
      .superRefine((png, context) => {
        const message = pngTrouble(png);
        if (message !== '') context.addIssue({ code: 'custom', message });
      }),
  });
