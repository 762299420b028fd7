export type Size = { width: number; height: number };
export type Box = Size & { x: number; y: number };

/** 铺满, 完整显示, 自由裁剪. */
export type Fit = 'cover' | 'contain' | 'crop';
export type Rotation = 0 | 90 | 180 | 270;

/** One of nine positions: rows and columns of a grid. */
export type Place = `${'top' | 'middle' | 'bottom'}-${'left' | 'centre' | 'right'}`;

export type Caption = {
  text: string;
  place: Place;
  /** Percent of the canvas height. */
  size: number;
  /** `#rrggbb`. The outline is black or white, depending on the contrast. */
  colour: string;
  /** Percent, 0–100. A watermark is translucent. */
  opacity: number;
};

/** A picture drawn over every frame. */
export type Mark = {
  /** Identifies the file: two files cannot be compared. */
  id: number;
  file: File;
  place: Place;
  /** Percent of the canvas width. */
  size: number;
  /** Percent, 0–100. */
  opacity: number;
};

/** Placement of each frame on the canvas of the animation. */
export type Layout = Size & {
  fit: Fit;
  /** Crop of the turned source for 自由裁剪, as shares of its sides. */
  crop: Box;
  /** `#rrggbb`, or null for transparent. */
  background: string | null;
  /** Degrees, clockwise. */
  turn: Rotation;
  flipX: boolean;
  flipY: boolean;
  captions: readonly Caption[];
  mark: Mark | null;
};

export const FULL_CROP: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Layout that shows the complete picture on a canvas of this size. */
export const createUncroppedLayout = (size: Size): Layout => ({
  width: size.width,
  height: size.height,
  fit: 'contain',
  crop: FULL_CROP,
  background: null,
  turn: 0,
  flipX: false,
  flipY: false,
  captions: [],
  mark: null,
});

/** Range of a side, px. */
export const SIDE = { min: 8, max: 1920 } as const;

/**
 * Maximum of width × height × frames. Each pixel takes four bytes in memory while the file is made.
 */
export const MAX_PIXELS = 120_000_000;

/** Initial longest side of a new animation, px: the size chats show without enlarging. */
const INITIAL_SIDE = 480;

/** Size of a source after the turn. */
export const rotateSize = ({ width, height }: Size, turn: Rotation): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

const clampSide = (side: number): number =>
  Math.min(SIDE.max, Math.max(SIDE.min, Math.round(side)));

/** Scales a size down until its longest side is at most `longest`. */
export const shrinkToLongestSide = (size: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  return { width: clampSide(size.width * scale), height: clampSide(size.height * scale) };
};

export const computeInitialSize = (source: Size): Size => shrinkToLongestSide(source, INITIAL_SIDE);

/** The other side, scaled in proportion to the typed one. */
export const scaleOtherSide = (typedSide: number, from: number, to: number): number =>
  clampSide((typedSide * to) / from);

/** The visible part of the turned source, in its pixels, and its position on the canvas. */
export type Placing = { from: Box; to: Box };

const centerSizeInside = (inner: Size, outer: Size): Box => ({
  x: (outer.width - inner.width) / 2,
  y: (outer.height - inner.height) / 2,
  ...inner,
});

const scaleToFitInside = (canvas: Size, part: Size): Box => {
  const scale = Math.min(canvas.width / part.width, canvas.height / part.height);
  return centerSizeInside({ width: part.width * scale, height: part.height * scale }, canvas);
};

/** Placement of a source; `source` is its size after the turn. */
export const placeSourceOnCanvas = (
  source: Size,
  layout: Pick<Layout, 'width' | 'height' | 'fit' | 'crop'>,
): Placing => {
  const { width, height, fit, crop } = layout;
  const sourceBox: Box = { x: 0, y: 0, ...source };
  if (fit === 'cover') {
    const scale = Math.max(width / source.width, height / source.height);
    const visibleSize = { width: width / scale, height: height / scale };
    return { from: centerSizeInside(visibleSize, source), to: { x: 0, y: 0, width, height } };
  }
  if (fit === 'contain') return { from: sourceBox, to: scaleToFitInside(layout, source) };
  const from: Box = {
    x: crop.x * source.width,
    y: crop.y * source.height,
    width: crop.width * source.width,
    height: crop.height * source.height,
  };
  return { from, to: scaleToFitInside(layout, from) };
};

/** Minimum crop as a share of a side: a few pixels show nothing. */
const MIN_SHARE = 0.02;

export type Edge = 'move' | `${'n' | 's' | ''}${'e' | 'w' | ''}`;

const clampValue = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** Moves one edge or corner of a crop, or all of it, by a share of the sides. */
export const moveCropEdge = (crop: Box, edge: Edge, dx: number, dy: number): Box => {
  if (edge === 'move')
    return {
      ...crop,
      x: clampValue(crop.x + dx, 0, 1 - crop.width),
      y: clampValue(crop.y + dy, 0, 1 - crop.height),
    };
  let [leftEdge, top] = [crop.x, crop.y];
  let [right, bottom] = [crop.x + crop.width, crop.y + crop.height];
  if (edge.includes('w')) leftEdge = clampValue(leftEdge + dx, 0, right - MIN_SHARE);
  if (edge.includes('e')) right = clampValue(right + dx, leftEdge + MIN_SHARE, 1);
  if (edge.includes('n')) top = clampValue(top + dy, 0, bottom - MIN_SHARE);
  if (edge.includes('s')) bottom = clampValue(bottom + dy, top + MIN_SHARE, 1);
  return { x: leftEdge, y: top, width: right - leftEdge, height: bottom - top };
};

/** Error message when the size is too large for this number of frames; null when it is valid. */
export const checkAnimationSize = ({ width, height }: Size, frames: number): string | null => {
  if (width * height * frames <= MAX_PIXELS) return null;
  const max = Math.floor(Math.sqrt(MAX_PIXELS / frames / (width * height)) * width);
  return `${frames} 帧 ${width} × ${height} 太大，这台设备放不下。宽改到 ${max} 以下，或者少几帧。`;
};

const SHARE = { left: 0, centre: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const;

/** Position of a box on the canvas. Keeps the margin to the edges when there is room. */
export const placeBoxOnCanvas = (place: Place, inner: Size, canvas: Size, margin: number): Box => {
  const [row, column] = place.split('-') as [keyof typeof SHARE, keyof typeof SHARE];
  const computeBoxStart = (share: number, room: number, length: number): number => {
    const marginBefore = Math.max(0, Math.min(margin, (room - length) / 2));
    return marginBefore + share * (room - 2 * marginBefore - length);
  };
  return {
    x: computeBoxStart(SHARE[column], canvas.width, inner.width),
    y: computeBoxStart(SHARE[row], canvas.height, inner.height),
    ...inner,
  };
};

/** Margin of a mark to the edges, as a share of the canvas height. */
const MARK_MARGIN = 0.03;

/** Position of a mark. It has the requested width, but is never higher than the canvas. */
export const placeMarkOnCanvas = (
  { place, size }: Pick<Mark, 'place' | 'size'>,
  picture: Size,
  canvas: Size,
): Box => {
  const scale = Math.min(
    (canvas.width * size) / 100 / picture.width,
    canvas.height / picture.height,
  );
  const inner = { width: picture.width * scale, height: picture.height * scale };
  return placeBoxOnCanvas(place, inner, canvas, canvas.height * MARK_MARGIN);
};
