import { type Kit, within } from './kit.ts';

/** Quarter turns, clockwise, in degrees. */
export const rotationShape = ({ z }: Kit) =>
  z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/**
 * The box an element occupies on the unrotated label, in mm from its top left corner.
 * `rotation` turns the content inside the box, so at 90 and 270 a text line runs along `heightMm`.
 */
export const boxShape = (kit: Kit) => {
  const { z, limits } = kit;
  return {
    id: z.string().min(1).max(64),
    xMm: within(kit, limits.ELEMENT_PLACE_MM),
    yMm: within(kit, limits.ELEMENT_PLACE_MM),
    widthMm: within(kit, limits.ELEMENT_SIDE_MM),
    heightMm: within(kit, limits.ELEMENT_SIDE_MM),
    rotation: rotationShape(kit),
    /** What the member calls it; what it is and holds when left out. */
    name: z.string().min(1).max(limits.ELEMENT_NAME_LENGTH).exactOptional(),
    /** The designer's pointer passes over it. */
    locked: z.literal(true).exactOptional(),
    /** Kept in the template and not drawn. */
    hidden: z.literal(true).exactOptional(),
    /** Elements of one group are chosen and moved together. */
    group: z.string().min(1).max(64).exactOptional(),
  };
};

type Box = ReturnType<typeof boxShape>;

/** Without what says where an element is. */
export const unplaced = <Shape extends Box>({
  id: _id,
  xMm: _x,
  yMm: _y,
  widthMm: _width,
  heightMm: _height,
  rotation: _rotation,
  name: _name,
  locked: _locked,
  hidden: _hidden,
  group: _group,
  ...own
}: Shape): Omit<Shape, keyof Box> => own;

/** Text with `{{field}}` placeholders, in which a formula may stand as well; line breaks are kept. */
export const contentShape = ({ z, limits }: Kit) => z.string().max(limits.CONTENT_LENGTH);
