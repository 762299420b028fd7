/**
 * Example for the GIF tools: a label comes out of a printer. We drew it ourselves; it has no
 * third-party rights.
 */
export const EXAMPLE = { width: 320, height: 240, frames: 12, delayMs: 150 } as const;

type Color = readonly [red: number, green: number, blue: number];
type Box = { x: number; y: number; width: number; height: number };

const SHEET: Color = [238, 240, 243];
const BODY: Color = [52, 58, 66];
const SLOT: Color = [24, 27, 31];
const LIGHT: Color = [46, 139, 87];
const PAPER: Color = [255, 255, 255];
const INK: Color = [20, 20, 20];

/** Widths of bars and gaps, alternating, px. */
const BARS = [3, 2, 2, 4, 5, 2, 3, 3, 2, 5, 4, 2, 2, 3, 6, 2, 3, 4, 2, 2, 5, 3, 2, 4, 3];
const SLOT_Y = 92;
const LABEL = { x: 90, width: 140, height: 128 } as const;

type Picture = { data: Uint8ClampedArray<ArrayBuffer>; fill: (box: Box, color: Color) => void };

const createBlankPicture = (): Picture => {
  const { width, height } = EXAMPLE;
  const data = new Uint8ClampedArray(width * height * 4);
  const fillBox: Picture['fill'] = (box, color) => {
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y += 1)
      for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x += 1)
        data.set([...color, 255], (y * width + x) * 4);
  };
  return { data, fill: fillBox };
};

/** Draws the part of the label that has come out of the slot. */
const drawLabelLeavingSlot = ({ fill }: Picture, out: number): void => {
  const top = SLOT_Y + out - LABEL.height;
  /** `y` from the top of the label. */
  const fillVisiblePart = ({ x, y, width, height }: Box, color: Color): void => {
    const above = Math.max(0, SLOT_Y - (top + y));
    if (height > above)
      fill({ x: LABEL.x + x, y: top + y + above, width, height: height - above }, color);
  };
  fillVisiblePart({ x: 0, y: 0, width: LABEL.width, height: LABEL.height }, PAPER);
  fillVisiblePart({ x: 14, y: 14, width: 86, height: 12 }, INK);
  fillVisiblePart({ x: 14, y: 36, width: 58, height: 6 }, INK);
  let x = 14;
  for (const [index, width] of BARS.entries()) {
    if (index % 2 === 0) fillVisiblePart({ x, y: 56, width, height: 44 }, INK);
    x += width;
  }
  fillVisiblePart({ x: 14, y: 108, width: 76, height: 6 }, INK);
};

/** One frame as RGBA, rows from the top; `frame` is 0-based. */
export const drawExample = (frame: number): Uint8ClampedArray<ArrayBuffer> => {
  const picture = createBlankPicture();
  const { width, height, frames } = EXAMPLE;
  picture.fill({ x: 0, y: 0, width, height }, SHEET);
  drawLabelLeavingSlot(
    picture,
    Math.round((LABEL.height * Math.min(frame + 1, frames - 2)) / (frames - 2)),
  );
  picture.fill({ x: 60, y: 28, width: 200, height: 64 }, BODY);
  picture.fill({ x: 80, y: 86, width: 160, height: 6 }, SLOT);
  picture.fill({ x: 232, y: 42, width: 12, height: 12 }, frame % 2 === 0 ? LIGHT : SLOT);
  return picture.data;
};
