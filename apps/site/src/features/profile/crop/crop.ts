export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** Crop area in image pixels: left, top, width. The aspect ratio determines the height. */
export type Crop = { x: number; y: number; width: number };

/** Image size, and aspect ratio (width / height) of the crop. */
export type Shape = { size: Size; aspect: number };

export const MAX_ZOOM = 8;

/** Maximum crop width that fits into the image. */
const computeMaxWidth = ({ size, aspect }: Shape): number =>
  Math.min(size.width, size.height * aspect);

const clampValue = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), Math.max(min, max));

/** Clamps the crop to the image, and its zoom to 1–{@link MAX_ZOOM}. */
const clampCrop = (shape: Shape, { x, y, width }: Crop): Crop => {
  const max = computeMaxWidth(shape);
  const clampedWidth = clampValue(width, max / MAX_ZOOM, max);
  return {
    x: clampValue(x, 0, shape.size.width - clampedWidth),
    y: clampValue(y, 0, shape.size.height - clampedWidth / shape.aspect),
    width: clampedWidth,
  };
};

/** Largest possible crop, centred. */
export const createFullCrop = (shape: Shape): Crop => {
  const width = computeMaxWidth(shape);
  const { size, aspect } = shape;
  return { x: (size.width - width) / 2, y: (size.height - width / aspect) / 2, width };
};

/** Returns the zoom of a crop, which is 1 for the largest possible one. */
export const getZoom = (shape: Shape, { width }: Crop): number => computeMaxWidth(shape) / width;

/** Moves the crop by image pixels. */
export const moveCrop = (shape: Shape, { x, y, width }: Crop, by: Point): Crop =>
  clampCrop(shape, { x: x + by.x, y: y + by.y, width });

/**
 * Zooms the crop. The point at `at` (0–1 across and down the frame) stays fixed, within the image
 * bounds.
 */
export const zoomCrop = (
  shape: Shape,
  { x, y, width }: Crop,
  zoom: number,
  at: Point = { x: 0.5, y: 0.5 },
): Crop => {
  const next = computeMaxWidth(shape) / clampValue(zoom, 1, MAX_ZOOM);
  const less = width - next;
  return clampCrop(shape, { x: x + less * at.x, y: y + (less / shape.aspect) * at.y, width: next });
};

/** Output size: the wanted width, but not larger than the crop. */
export const computeOutputSize = (
  { aspect }: Shape,
  { width }: Crop,
  wantedWidth: number,
): Size => {
  const outputWidth = Math.max(1, Math.round(Math.min(wantedWidth, width)));
  return { width: outputWidth, height: Math.max(1, Math.round(outputWidth / aspect)) };
};
