import { LabelError } from '../errors.ts';
import type { DotRect } from '../scene.ts';
import type { Dpi, ElementBox, Media, Rotation, Template } from '../template.ts';

/** A 203 dpi head has exactly 8 dots per mm; the others have their nominal resolution. */
export function getDotsPerMm(dpi: Dpi): number {
  return dpi === 203 ? 8 : dpi / 25.4;
}

/** Converts mm on the template to dots on the media. */
export type Placement = {
  dotsPerMm: number;
  widthDots: number;
  heightDots: number;
  barReductionDots: number;
  codeStepDots: number;
  place: (box: ElementBox) => PlacedBox;
};

/** Box of an element in dots. Its content is `width` × `height` dots, rotated by `rotation`. */
export type PlacedBox = { box: DotRect; rotation: Rotation; width: number; height: number };

/** Maximum side and area of a label: 300 mm, and 200 × 300 mm at 600 dpi. */
export const MAX_SIDE_MM = 300;
export const MAX_LABEL_DOTS = 33_600_000;

function checkSides({ widthMm, heightMm }: Template): void {
  for (const side of [widthMm, heightMm]) {
    if (!(side >= 1)) throw new LabelError('bad-template', '标签的宽和高须不小于 1 mm');
    if (side > MAX_SIDE_MM)
      throw new LabelError('label-too-large', `标签太大：宽和高不能超过 ${MAX_SIDE_MM} mm`);
  }
}

/** Throws LabelError for sizes that are not numbers or too large to draw. */
export function createLabelPlacement(template: Template, media: Media): Placement {
  const {
    offsetXMm = 0,
    offsetYMm = 0,
    rotation = 0,
    pitchScale = 1,
    barReductionDots = 0,
    codeStepDots = 1,
  } = media;
  const { widthMm, heightMm } = template;
  checkSides(template);
  if (![203, 300, 600].includes(media.dpi))
    throw new LabelError('bad-media', '分辨率须为 203、300 或 600 dpi');
  if (!(Math.abs(offsetXMm) <= MAX_SIDE_MM) || !(Math.abs(offsetYMm) <= MAX_SIDE_MM)) {
    throw new LabelError('bad-media', `偏移不能超过 ${MAX_SIDE_MM} mm`);
  }
  if (!(pitchScale >= 0.5 && pitchScale <= 2))
    throw new LabelError('bad-media', '间距比例须在 0.5 到 2 之间');
  if (!Number.isInteger(barReductionDots) || barReductionDots < 0)
    throw new LabelError('bad-media', '条码收窄须是 0 或更大的整数');

  const k = getDotsPerMm(media.dpi);
  const isTurned = rotation === 90 || rotation === 270;
  const widthDots = Math.max(1, Math.round((isTurned ? heightMm : widthMm) * k));
  const heightDots = Math.max(1, Math.round((isTurned ? widthMm : heightMm) * pitchScale * k));
  if (widthDots * heightDots > MAX_LABEL_DOTS) {
    throw new LabelError(
      'label-too-large',
      '标签太大：在此分辨率下点数过多，请减小标签或降低分辨率',
    );
  }
  const placeBox = (element: ElementBox): PlacedBox => {
    const rotatedBox = rotateBoxOnMedia(element, widthMm, heightMm, rotation);
    // Rounds edges, not sizes: neighbours that touch in mm touch in dots.
    const box = {
      x0: Math.round((rotatedBox.x + offsetXMm) * k),
      y0: Math.round((rotatedBox.y + offsetYMm) * pitchScale * k),
      x1: Math.round((rotatedBox.x + rotatedBox.w + offsetXMm) * k),
      y1: Math.round((rotatedBox.y + rotatedBox.h + offsetYMm) * pitchScale * k),
    };
    const total = ((element.rotation + rotation) % 360) as Rotation;
    const [across, down] = [box.x1 - box.x0, box.y1 - box.y0];
    const isSideways = total === 90 || total === 270;
    return {
      box,
      rotation: total,
      width: isSideways ? down : across,
      height: isSideways ? across : down,
    };
  };
  return { dotsPerMm: k, widthDots, heightDots, barReductionDots, codeStepDots, place: placeBox };
}

type MmBox = { x: number; y: number; w: number; h: number };

function rotateBoxOnMedia(
  element: ElementBox,
  labelWidth: number,
  labelHeight: number,
  rotation: Rotation,
): MmBox {
  const { xMm, yMm, widthMm, heightMm } = element;
  if (rotation === 90) return { x: labelHeight - yMm - heightMm, y: xMm, w: heightMm, h: widthMm };
  if (rotation === 180)
    return {
      x: labelWidth - xMm - widthMm,
      y: labelHeight - yMm - heightMm,
      w: widthMm,
      h: heightMm,
    };
  if (rotation === 270) return { x: yMm, y: labelWidth - xMm - widthMm, w: heightMm, h: widthMm };
  return { x: xMm, y: yMm, w: widthMm, h: heightMm };
}

/** The greatest multiple of `step` up to `dots`. */
export function alignToStep(dots: number, step: number): number {
  return Math.floor(dots / step) * step;
}

/** The box of a code, its edges at multiples of `step`. */
export function placeCode({ place }: Placement, element: ElementBox, step: number): PlacedBox {
  const placedBox = place(element);
  if (step === 1) return placedBox;
  const alignDots = (dots: number): number => alignToStep(dots, step);
  const { x0, y0, x1, y1 } = placedBox.box;
  return {
    ...placedBox,
    box: { x0: alignDots(x0), y0: alignDots(y0), x1: alignDots(x1), y1: alignDots(y1) },
    width: alignDots(placedBox.width),
    height: alignDots(placedBox.height),
  };
}

/** Maps a point of the content (x right, y down, before rotation) to the media. */
export function toMediaPoint(
  { box, rotation }: PlacedBox,
  x: number,
  y: number,
): { x: number; y: number } {
  if (rotation === 90) return { x: box.x1 - y, y: box.y0 + x };
  if (rotation === 180) return { x: box.x1 - x, y: box.y1 - y };
  if (rotation === 270) return { x: box.x0 + y, y: box.y1 - x };
  return { x: box.x0 + x, y: box.y0 + y };
}

/** Maps a rectangle of the content to the media. */
export function toMediaRect(placedBox: PlacedBox, rect: DotRect): DotRect {
  const a = toMediaPoint(placedBox, rect.x0, rect.y0);
  const b = toMediaPoint(placedBox, rect.x1, rect.y1);
  return {
    x0: Math.min(a.x, b.x),
    y0: Math.min(a.y, b.y),
    x1: Math.max(a.x, b.x),
    y1: Math.max(a.y, b.y),
  };
}
