import type { Fonts } from '../../font/font.ts';
import type { PlacedBox } from '../../layout/place.ts';
import { toMediaRect } from '../../layout/place.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import type { DotRect } from '../../scene.ts';
import type { Dpi, ElementBox, Rotation, TemplateField } from '../../template.ts';
import type { ZplLabel } from '../label.ts';
import type { ReportNotice } from '../notice.ts';

/** Limits of templates, supplied by the caller that stores them. */
export type TemplateLimits = {
  /** Size of a label. */
  widthMm: Range;
  heightMm: Range;
  elements: number;
  fields: number;
  /** Characters of a field's sample. */
  sampleLength: number;
  serialStep: Range;
  images: number;
  /** Base64 characters of a picture. */
  imageLength: number;
  /** Side of an element; also the limit of its position. */
  sideMm: Range;
  /** Em size of a text, and of the text at bars. */
  sizeMm: Range;
  codeTextMm: Range;
  /** Thickness of a line or frame. */
  lineMm: Range;
  /** Corner radius of a box. */
  radiusMm: Range;
  /** Line height in ems. */
  lineHeight: Range;
  /** Horizontal scale of characters. */
  widthScale: Range;
};

/** Both bounds are inclusive. */
type Range = { readonly min: number; readonly max: number };

export const isWithin = (value: number, { min, max }: Range): boolean =>
  value >= min && value <= max;

/** Clamps to the range and rounds to hundredths. */
export const clampToHundredths = (value: number, { min, max }: Range): number =>
  Math.round(Math.min(max, Math.max(min, value)) * 100) / 100;

export type TemplateContext = {
  label: ZplLabel;
  fonts: Fonts;
  dpi: Dpi;
  dotsPerMm: number;
  limits: TemplateLimits;
  /** Fields of the template, by name. */
  fields: Map<string, TemplateField>;
  /** The label drawn with all preceding fields. */
  bitmapBelow: Bitmap;
  report: ReportNotice;
  /** Creates a new element id. */
  createId: () => string;
};

/** Rounding to 0.0001 mm is at most 1/400 dot, so every edge maps to the same dot again. */
export const convertDotsToMm = (dots: number, dotsPerMm: number): number =>
  Math.round((dots / dotsPerMm) * 10_000) / 10_000;

/**
 * Box of an element that fills a rectangle of a field's content, on a label that may be inverted.
 */
export function buildElementBox(
  { label, dotsPerMm, createId }: TemplateContext,
  placedBox: PlacedBox,
  content: DotRect,
): ElementBox {
  const rect = toMediaRect(placedBox, content);
  const { widthDots, heightDots, isInverted } = label;
  const { x0, y0, x1, y1 } = isInverted
    ? {
        x0: widthDots - rect.x1,
        y0: heightDots - rect.y1,
        x1: widthDots - rect.x0,
        y1: heightDots - rect.y0,
      }
    : rect;
  const scaleToMm = (dots: number): number => convertDotsToMm(dots, dotsPerMm);
  return {
    id: createId(),
    xMm: scaleToMm(x0),
    yMm: scaleToMm(y0),
    widthMm: scaleToMm(x1 - x0),
    heightMm: scaleToMm(y1 - y0),
    rotation: ((placedBox.rotation + (isInverted ? 180 : 0)) % 360) as Rotation,
  };
}
