export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** What is cut out of a picture, in its pixels: left, top, width. The height follows from the shape. */
export type Crop = { x: number; y: number; width: number };

/** A picture, and how many times as wide as high what is cut out of it is. */
export type Shape = { size: Size; aspect: number };

export const MAX_ZOOM = 8;

/** Of the largest that fits. */
const wholeWidth = ({ size, aspect }: Shape): number => Math.min(size.width, size.height * aspect);

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** The same, within the picture, and neither larger than that nor more than {@link MAX_ZOOM} times smaller. */
const within = (shape: Shape, { x, y, width }: Crop): Crop => {
  const most = wholeWidth(shape);
  const kept = clamp(width, most / MAX_ZOOM, most);
  return {
    x: clamp(x, 0, shape.size.width - kept),
    y: clamp(y, 0, shape.size.height - kept / shape.aspect),
    width: kept,
  };
};

/** As much as fits, out of the middle. */
export const wholeCrop = (shape: Shape): Crop => {
  const width = wholeWidth(shape);
  const { size, aspect } = shape;
  return { x: (size.width - width) / 2, y: (size.height - width / aspect) / 2, width };
};

/** 1 for as much as fits. */
export const getZoom = (shape: Shape, { width }: Crop): number => wholeWidth(shape) / width;

/** Moves the frame over the picture, by its pixels. */
export const moved = (shape: Shape, { x, y, width }: Crop, by: Point): Crop =>
  within(shape, { x: x + by.x, y: y + by.y, width });

/** Zooms to so much; what lies at `at`, 0–1 across and down the frame, stays there as far as the picture reaches. */
export const zoomedTo = (
  shape: Shape,
  { x, y, width }: Crop,
  zoom: number,
  at: Point = { x: 0.5, y: 0.5 },
): Crop => {
  const next = wholeWidth(shape) / clamp(zoom, 1, MAX_ZOOM);
  const less = width - next;
  return within(shape, { x: x + less * at.x, y: y + (less / shape.aspect) * at.y, width: next });
};

/** How large the cut picture is made: as wanted, and no larger than what there is to see. */
export const outputSize = ({ aspect }: Shape, { width }: Crop, wanted: number): Size => {
  const made = Math.max(1, Math.round(Math.min(wanted, width)));
  return { width: made, height: Math.max(1, Math.round(made / aspect)) };
};
