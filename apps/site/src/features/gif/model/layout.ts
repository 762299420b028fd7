export type Size = { width: number; height: number };
export type Box = Size & { x: number; y: number };

/** 裁满, 放进, 自由裁. */
export type Fit = 'cover' | 'contain' | 'crop';
export type Turn = 0 | 90 | 180 | 270;

/** Nine places: rows and columns of a grid. */
export type Place = `${'top' | 'middle' | 'bottom'}-${'left' | 'centre' | 'right'}`;

export type Caption = {
  text: string;
  place: Place;
  /** Percent of the picture's height. */
  size: number;
  /** `#rrggbb`; its outline is the other of black and white. */
  colour: string;
  /** 0–100: a watermark lets the picture through. */
  opacity: number;
};

/** A picture over every frame. */
export type Mark = {
  /** Tells one from another: files cannot be compared. */
  id: number;
  file: File;
  place: Place;
  /** Percent of the picture's width. */
  size: number;
  /** 0–100. */
  opacity: number;
};

/** How every frame is put on the canvas of the animation. */
export type Layout = Size & {
  fit: Fit;
  /** Of the turned source, in shares of its sides, for 自由裁. */
  crop: Box;
  /** `#rrggbb`, or null for transparent. */
  background: string | null;
  /** Clockwise. */
  turn: Turn;
  flipX: boolean;
  flipY: boolean;
  captions: readonly Caption[];
  mark: Mark | null;
};

export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 };

/** A picture as it is, on a canvas of these sides. */
export const uncut = (size: Size): Layout => ({
  width: size.width,
  height: size.height,
  fit: 'contain',
  crop: WHOLE,
  background: null,
  turn: 0,
  flipX: false,
  flipY: false,
  captions: [],
  mark: null,
});

/** Pixels of a side. */
export const SIDE = { min: 8, max: 1920 } as const;

/** Width × height × frames of what is made: each pixel takes four bytes while it is worked on. */
export const MAX_PIXELS = 120_000_000;

/** The longest side a new animation begins with: what chats show without enlarging. */
const FIRST_SIDE = 480;

/** A source as it is seen after its turn. */
export const turned = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

const heldSide = (side: number): number => Math.min(SIDE.max, Math.max(SIDE.min, Math.round(side)));

/** The same picture with its longest side at most so long. */
export const within = (size: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(size.width, size.height));
  return { width: heldSide(size.width * scale), height: heldSide(size.height * scale) };
};

export const firstSize = (source: Size): Size => within(source, FIRST_SIDE);

/** The other side when one is typed and the proportions are kept. */
export const otherSide = (typed: number, from: number, to: number): number =>
  heldSide((typed * to) / from);

/** The part of a (turned) source that is shown, in its pixels, and where on the canvas it lies. */
export type Placing = { from: Box; to: Box };

const centred = (inner: Size, outer: Size): Box => ({
  x: (outer.width - inner.width) / 2,
  y: (outer.height - inner.height) / 2,
  ...inner,
});

const containedIn = (canvas: Size, part: Size): Box => {
  const scale = Math.min(canvas.width / part.width, canvas.height / part.height);
  return centred({ width: part.width * scale, height: part.height * scale }, canvas);
};

/** Where a source goes; `source` is its size after the turn. */
export const placed = (
  source: Size,
  layout: Pick<Layout, 'width' | 'height' | 'fit' | 'crop'>,
): Placing => {
  const { width, height, fit, crop } = layout;
  const whole: Box = { x: 0, y: 0, ...source };
  if (fit === 'cover') {
    const scale = Math.max(width / source.width, height / source.height);
    const seen = { width: width / scale, height: height / scale };
    return { from: centred(seen, source), to: { x: 0, y: 0, width, height } };
  }
  if (fit === 'contain') return { from: whole, to: containedIn(layout, source) };
  const from: Box = {
    x: crop.x * source.width,
    y: crop.y * source.height,
    width: crop.width * source.width,
    height: crop.height * source.height,
  };
  return { from, to: containedIn(layout, from) };
};

/** The least part of a side a crop may be: a frame of a few pixels shows nothing. */
const MIN_SHARE = 0.02;

export type Edge = 'move' | `${'n' | 's' | ''}${'e' | 'w' | ''}`;

const between = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** A crop after one of its edges (or all of it) went by a share of the sides. */
export const croppedBy = (crop: Box, edge: Edge, dx: number, dy: number): Box => {
  if (edge === 'move')
    return {
      ...crop,
      x: between(crop.x + dx, 0, 1 - crop.width),
      y: between(crop.y + dy, 0, 1 - crop.height),
    };
  let [left, top] = [crop.x, crop.y];
  let [right, bottom] = [crop.x + crop.width, crop.y + crop.height];
  if (edge.includes('w')) left = between(left + dx, 0, right - MIN_SHARE);
  if (edge.includes('e')) right = between(right + dx, left + MIN_SHARE, 1);
  if (edge.includes('n')) top = between(top + dy, 0, bottom - MIN_SHARE);
  if (edge.includes('s')) bottom = between(bottom + dy, top + MIN_SHARE, 1);
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** What is wrong with a size for so many frames, as a sentence; null when nothing is. */
export const sizeTrouble = ({ width, height }: Size, frames: number): string | null => {
  if (width * height * frames <= MAX_PIXELS) return null;
  const most = Math.floor(Math.sqrt(MAX_PIXELS / frames / (width * height)) * width);
  return `${frames} 帧 ${width} × ${height} 太大，这台设备放不下。宽改到 ${most} 以下，或者少几帧。`;
};

const SHARE = { left: 0, centre: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const;

/** Where something of this size begins at a place of the canvas, at least a margin from its edges where there is room. */
export const placedAt = (place: Place, inner: Size, canvas: Size, margin: number): Box => {
  const [row, column] = place.split('-') as [keyof typeof SHARE, keyof typeof SHARE];
  const start = (share: number, room: number, length: number): number => {
    const beside = Math.max(0, Math.min(margin, (room - length) / 2));
    return beside + share * (room - 2 * beside - length);
  };
  return {
    x: start(SHARE[column], canvas.width, inner.width),
    y: start(SHARE[row], canvas.height, inner.height),
    ...inner,
  };
};

/** Share of the canvas's height that a mark stays away from the edges. */
const MARK_MARGIN = 0.03;

/** Where a picture lies as a mark: as wide as asked for, and never higher than the canvas. */
export const markedAt = (
  { place, size }: Pick<Mark, 'place' | 'size'>,
  picture: Size,
  canvas: Size,
): Box => {
  const scale = Math.min(
    (canvas.width * size) / 100 / picture.width,
    canvas.height / picture.height,
  );
  const inner = { width: picture.width * scale, height: picture.height * scale };
  return placedAt(place, inner, canvas, canvas.height * MARK_MARGIN);
};
