import type { CallOutput } from '@yunbiao/contract';
import type { InPage } from '../../../kit/page/in-page.ts';
import type { ShownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import type { ExcelRows } from './excel/excel-rows.ts';
import type { Lead } from './leads.ts';

export type SiteIndex = CallOutput<'siteIndex'>;

export type HomeSoftware = NonNullable<SiteIndex['software']>;

/** The editable label, with its numbered lines computed in the loader. */
export type HeroLabel = { sample: Omit<SampleTemplate, 'moreDrawings'>; leads: Lead[] };

export type HomeData = Omit<SiteIndex, 'software' | 'templates' | 'glyphs'> & {
  software: HomeSoftware;
  hero: HeroLabel | null;
  /** Labels of one batch. */
  batch: ShownLabel | null;
  /** Rows that the labels of the batch show; null when it has too few. */
  excel: ExcelRows | null;
  glyphs: Pick<InPage, 'id' | 'html'>;
};
