import { type SchemaDependencies, createRangeShape } from './dependencies.ts';
import { createConditionShape } from './groups.ts';

/** Quarter turns, clockwise, in degrees. */
export const createRotationShape = ({ z }: SchemaDependencies) =>
  z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/**
 * Box of an element on the unrotated label, in mm from the top left corner. `rotation` rotates the
 * content inside the box: at 90 and 270 a text line runs along `heightMm`.
 */
export const createElementBoxShape = (kit: SchemaDependencies) => {
  const { z, limits } = kit;
  return {
    id: z.string().min(1).max(64),
    xMm: createRangeShape(kit, limits.ELEMENT_PLACE_MM),
    yMm: createRangeShape(kit, limits.ELEMENT_PLACE_MM),
    widthMm: createRangeShape(kit, limits.ELEMENT_SIDE_MM),
    heightMm: createRangeShape(kit, limits.ELEMENT_SIDE_MM),
    rotation: createRotationShape(kit),
    /** Name given by the member; a description of the element is shown when omitted. */
    name: z.string().min(1).max(limits.ELEMENT_NAME_LENGTH).exactOptional(),
    /** The designer ignores pointer events on it. */
    locked: z.literal(true).exactOptional(),
    /** Stays in the template but is not drawn. */
    hidden: z.literal(true).exactOptional(),
    /** Elements of a group are selected and moved together; `groups` of the template may describe it. */
    group: z.string().min(1).max(64).exactOptional(),
    /** Printed only where this formula holds. */
    showIf: createConditionShape(kit).exactOptional(),
  };
};

type Box = ReturnType<typeof createElementBoxShape>;

/** Properties that only an element with a position has; a cell has a condition as well. */
type PositionProperties = Exclude<keyof Box, 'showIf'>;

/** Removes the position properties from a shape. */
export const omitPositionProperties = <Shape extends Box>({
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
}: Shape): Omit<Shape, PositionProperties> => own;

/** Text with `{{field}}` placeholders, which may contain formulas; line breaks are preserved. */
export const createContentShape = ({ z, limits }: SchemaDependencies) =>
  z.string().max(limits.CONTENT_LENGTH);
