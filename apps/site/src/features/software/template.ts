import type { CallOutput } from '@yunbiao/contract';

type SiteIndex = CallOutput<'siteIndex'>;
export type SampleTemplate = SiteIndex['templates'][number];
export type Drawing = SampleTemplate['drawing'];
/** Glyphs of the labels on a page: id → SVG path data. */
export type Glyphs = SiteIndex['glyphs'];

/** Formats as `60 × 40 mm`. */
export const formatTemplateSize = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;

/**
 * Describes the content of a label as text, with typed values or the values of one of its samples.
 */
export const describeSampleLabel = (
  sample: Pick<SampleTemplate, 'content' | 'name' | 'widthMm' | 'heightMm'>,
  { values = {}, row = 0 }: { values?: Record<string, string>; row?: number } = {},
): string => {
  const fieldNames = sample.content.fields
    .map(
      ({ name, sample: first, moreSamples = [] }) => values[name] ?? moreSamples[row - 1] ?? first,
    )
    .filter((value) => value !== '');
  return `${sample.name}，${formatTemplateSize(sample)}：${fieldNames.join('，')}`;
};
