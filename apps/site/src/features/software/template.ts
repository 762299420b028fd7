import type { CallOutput } from '@yunbiao/contract';

type SiteIndex = CallOutput<'siteIndex'>;
export type SampleTemplate = SiteIndex['templates'][number];
export type Drawing = SampleTemplate['drawing'];
/** The outlines a page's labels are drawn with: id → SVG path data. */
export type Glyphs = SiteIndex['glyphs'];

/** `60 × 40 mm`. */
export const getSize = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;

/** What the label shows, in words: with the values typed, else those of its sample, or of one of its further samples. */
export const getTitle = (
  sample: Pick<SampleTemplate, 'content' | 'name' | 'widthMm' | 'heightMm'>,
  { values = {}, row = 0 }: { values?: Record<string, string>; row?: number } = {},
): string => {
  const told = sample.content.fields
    .map(
      ({ name, sample: first, moreSamples = [] }) => values[name] ?? moreSamples[row - 1] ?? first,
    )
    .filter((value) => value !== '');
  return `${sample.name}，${getSize(sample)}：${told.join('，')}`;
};
