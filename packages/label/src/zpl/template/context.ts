import type { Fonts } from '../../font/font.ts';
import type { Placed } from '../../layout/place.ts';
import { rectOnMedia } from '../../layout/place.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { DotRect } from '../../scene.ts';
import type { Dpi, ElementBox, Rotation, TemplateField } from '../../template.ts';
import type { ZplLabel } from '../label.ts';
import type { Tell } from '../notice.ts';

/** What a template may have at most, and how large: whoever stores templates says so. */
export type TemplateLimits = {
  /** Of a label. */
  widthMm: Range;
  heightMm: Range;
  elements: number;
  fields: number;
  /** Characters of a field's sample. */
  sampleLength: number;
  serialStep: Range;
  images: number;
  /** Characters of a picture as base64. */
  imageLength: number;
  /** Sides of an element; its place is no further out. */
  sideMm: Range;
  /** Em of a text, and of the text at bars. */
  sizeMm: Range;
  codeTextMm: Range;
  /** Thickness of a line or a frame. */
  lineMm: Range;
  /** Of a box's rounded corners. */
  radiusMm: Range;
  /** Between base lines, in ems. */
  lineHeight: Range;
  /** Of characters against their own width. */
  widthScale: Range;
};

/** Both bounds are allowed. */
type Range = { readonly min: number; readonly max: number };

export const isWithin = (value: number, { min, max }: Range): boolean =>
  value >= min && value <= max;

/** Brought to the nearest hundredth that is allowed. */
export const brought = (value: number, { min, max }: Range): number =>
  Math.round(Math.min(max, Math.max(min, value)) * 100) / 100;

export type TemplateContext = {
  label: ZplLabel;
  fonts: Fonts;
  dpi: Dpi;
  dotsPerMm: number;
  limits: TemplateLimits;
  /** Values labels may have of their own, by name. */
  fields: Map<string, TemplateField>;
  /** What the label looks like with all fields before this one. */
  under: Bitmap;
  tell: Tell;
  /** A new name for an element. */
  nextId: () => string;
};

/** Ten-thousandths are a four-hundredth of a dot at most: every edge is on its dot again. */
export const toMm = (dots: number, dotsPerMm: number): number =>
  Math.round((dots / dotsPerMm) * 10_000) / 10_000;

/** Where an element is, that fills a rectangle of a field's content, on a label that may be turned by half. */
export function getBox(
  { label, dotsPerMm, nextId }: TemplateContext,
  placed: Placed,
  content: DotRect,
): ElementBox {
  const rect = rectOnMedia(placed, content);
  const { widthDots, heightDots, isInverted } = label;
  const { x0, y0, x1, y1 } = isInverted
    ? {
        x0: widthDots - rect.x1,
        y0: heightDots - rect.y1,
        x1: widthDots - rect.x0,
        y1: heightDots - rect.y0,
      }
    : rect;
  const mm = (dots: number): number => toMm(dots, dotsPerMm);
  return {
    id: nextId(),
    xMm: mm(x0),
    yMm: mm(y0),
    widthMm: mm(x1 - x0),
    heightMm: mm(y1 - y0),
    rotation: ((placed.rotation + (isInverted ? 180 : 0)) % 360) as Rotation,
  };
}
