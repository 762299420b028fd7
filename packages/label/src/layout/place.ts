import { LabelError } from '../errors.ts';
import type { DotRect } from '../scene.ts';
import type { Dpi, ElementBox, Media, Rotation, Template } from '../template.ts';

/** 203 dpi heads have exactly 8 dots a mm; the others are what their name says. */
export function dotsPerMm(dpi: Dpi): number {
  return dpi === 203 ? 8 : dpi / 25.4;
}

/** Turns mm on the template into dots on the media. */
export type Placement = {
  dotsPerMm: number;
  widthDots: number;
  heightDots: number;
  barReductionDots: number;
  place: (box: ElementBox) => Placed;
};

/** An element's box in dots. Its content is `width` × `height` dots and turned by `rotation`. */
export type Placed = { box: DotRect; rotation: Rotation; width: number; height: number };

/** Longest side and largest area a label may have: 300 mm, and 200 × 300 mm at 600 dpi. */
export const MAX_SIDE_MM = 300;
export const MAX_LABEL_DOTS = 33_600_000;

/** Throws LabelError for sizes that are not numbers or too large to draw. */
export function placementFor(template: Template, media: Media): Placement {
  const {
    offsetXMm = 0,
    offsetYMm = 0,
    rotation = 0,
    pitchScale = 1,
    barReductionDots = 0,
  } = media;
  const { widthMm, heightMm } = template;
  for (const side of [widthMm, heightMm]) {
    if (!(side >= 1)) throw new LabelError('bad-template', '标签的宽和高须不小于 1 mm');
    if (side > MAX_SIDE_MM)
      throw new LabelError('label-too-large', `标签太大：宽和高不能超过 ${MAX_SIDE_MM} mm`);
  }
  if (![203, 300, 600].includes(media.dpi))
    throw new LabelError('bad-media', '分辨率须为 203、300 或 600 dpi');
  if (!(Math.abs(offsetXMm) <= MAX_SIDE_MM) || !(Math.abs(offsetYMm) <= MAX_SIDE_MM)) {
    throw new LabelError('bad-media', `偏移不能超过 ${MAX_SIDE_MM} mm`);
  }
  if (!(pitchScale >= 0.5 && pitchScale <= 2))
    throw new LabelError('bad-media', '间距比例须在 0.5 到 2 之间');
  if (!Number.isInteger(barReductionDots) || barReductionDots < 0)
    throw new LabelError('bad-media', '条码收窄须是 0 或更大的整数');

  const k = dotsPerMm(media.dpi);
  const isTurned = rotation === 90 || rotation === 270;
  const widthDots = Math.max(1, Math.round((isTurned ? heightMm : widthMm) * k));
  const heightDots = Math.max(1, Math.round((isTurned ? widthMm : heightMm) * pitchScale * k));
  if (widthDots * heightDots > MAX_LABEL_DOTS) {
    throw new LabelError(
      'label-too-large',
      '标签太大：在此分辨率下点数过多，请减小标签或降低分辨率',
    );
  }
  const place = (element: ElementBox): Placed => {
    const turned = turnOnMedia(element, widthMm, heightMm, rotation);
    // Edges are rounded, once, and never sizes: neighbours that touch in mm touch in dots.
    const box = {
      x0: Math.round((turned.x + offsetXMm) * k),
      y0: Math.round((turned.y + offsetYMm) * pitchScale * k),
      x1: Math.round((turned.x + turned.w + offsetXMm) * k),
      y1: Math.round((turned.y + turned.h + offsetYMm) * pitchScale * k),
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
  return { dotsPerMm: k, widthDots, heightDots, barReductionDots, place };
}

type MmBox = { x: number; y: number; w: number; h: number };

function turnOnMedia(
  element: ElementBox,
  labelWidth: number,
  labelHeight: number,
  rotation: Rotation,
): MmBox {
  const { xMm: x, yMm: y, widthMm: w, heightMm: h } = element;
  if (rotation === 90) return { x: labelHeight - y - h, y: x, w: h, h: w };
  if (rotation === 180) return { x: labelWidth - x - w, y: labelHeight - y - h, w, h };
  if (rotation === 270) return { x: y, y: labelWidth - x - w, w: h, h: w };
  return { x, y, w, h };
}

/** A point of the content (x right, y down, before turning) on the media. */
export function pointOnMedia(
  { box, rotation }: Placed,
  x: number,
  y: number,
): { x: number; y: number } {
  if (rotation === 90) return { x: box.x1 - y, y: box.y0 + x };
  if (rotation === 180) return { x: box.x1 - x, y: box.y1 - y };
  if (rotation === 270) return { x: box.x0 + y, y: box.y1 - x };
  return { x: box.x0 + x, y: box.y0 + y };
}

/** A rectangle of the content on the media. */
export function rectOnMedia(placed: Placed, rect: DotRect): DotRect {
  const a = pointOnMedia(placed, rect.x0, rect.y0);
  const b = pointOnMedia(placed, rect.x1, rect.y1);
  return {
    x0: Math.min(a.x, b.x),
    y0: Math.min(a.y, b.y),
    x1: Math.max(a.x, b.x),
    y1: Math.max(a.y, b.y),
  };
}
