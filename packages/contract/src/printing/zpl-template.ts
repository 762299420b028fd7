import type { TemplateLimits } from '@yunbiao/label/zpl';
import {
  CODE_TEXT_MM,
  ELEMENT_SIDE_MM,
  IMAGE_TEXT_LENGTH,
  LABEL_HEIGHT_MM,
  LABEL_WIDTH_MM,
  LINE_HEIGHT,
  LINE_MM,
  MAX_ELEMENTS,
  MAX_FIELDS,
  MAX_IMAGES,
  RADIUS_MM,
  SAMPLE_LENGTH,
  SERIAL_STEP,
  TEXT_SIZE_MM,
  WIDTH_SCALE,
} from '../limits/template.ts';

/** Limits for a template converted from ZPL: those of every template. */
export const ZPL_TEMPLATE_LIMITS: TemplateLimits = {
  widthMm: LABEL_WIDTH_MM,
  heightMm: LABEL_HEIGHT_MM,
  elements: MAX_ELEMENTS,
  fields: MAX_FIELDS,
  sampleLength: SAMPLE_LENGTH,
  serialStep: SERIAL_STEP,
  images: MAX_IMAGES,
  imageLength: IMAGE_TEXT_LENGTH,
  sideMm: ELEMENT_SIDE_MM,
  sizeMm: TEXT_SIZE_MM,
  codeTextMm: CODE_TEXT_MM,
  lineMm: LINE_MM,
  radiusMm: RADIUS_MM,
  lineHeight: LINE_HEIGHT,
  widthScale: WIDTH_SCALE,
};
