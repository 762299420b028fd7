import type { TemplateLimits } from '../template/context.ts';

/** Limits of a site that stores templates. */
export const limits: TemplateLimits = {
  widthMm: { min: 5, max: 200 },
  heightMm: { min: 5, max: 300 },
  elements: 200,
  fields: 60,
  sampleLength: 2000,
  serialStep: { min: 1, max: 10_000 },
  images: 4,
  imageLength: 100_000,
  sideMm: { min: 0, max: 300 },
  sizeMm: { min: 0.5, max: 200 },
  codeTextMm: { min: 0.5, max: 50 },
  lineMm: { min: 0, max: 50 },
  radiusMm: { min: 0, max: 100 },
  lineHeight: { min: 0.5, max: 10 },
  widthScale: { min: 0.25, max: 4 },
};
