import type { CallOutput } from '@yunbiao/contract';
import type { Template } from '@yunbiao/label';

export type SampleTemplate = CallOutput<'siteIndex'>['templates'][number];
export type Drawing = SampleTemplate['drawing'];

/** The template behind a sample. The server parsed it before sending; the contract leaves it untyped to stay light. */
export const contentOf = (sample: SampleTemplate): Template => sample.content as Template;

/** `60 × 40 mm`. */
export const sizeOf = (size: { widthMm: number; heightMm: number }): string =>
  `${size.widthMm} × ${size.heightMm}\u00A0mm`;

/** What the label shows, in words. */
export const titleOf = (sample: SampleTemplate, values?: Record<string, string>): string => {
  const told = contentOf(sample)
    .fields.map((field) => (values ?? {})[field.name] ?? field.sample)
    .filter((value) => value !== '');
  return `${sample.name}，${sizeOf(sample)}：${told.join('，')}`;
};
