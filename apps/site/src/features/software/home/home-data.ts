import type { CallOutput } from '@yunbiao/contract';
import type { InPage } from '../../../kit/page/in-page.ts';
import type { ShownLabel } from '../shown-label.ts';
import type { SampleTemplate } from '../template.ts';
import type { Lead } from './leads.ts';

export type SiteIndex = CallOutput<'siteIndex'>;

export type HomeSoftware = NonNullable<SiteIndex['software']>;

/** The label to change, and where its numbers stand: worked out with the data, so that the page need not. */
export type HeroLabel = { sample: Omit<SampleTemplate, 'moreDrawings'>; leads: Lead[] };

export type HomeData = Omit<SiteIndex, 'software' | 'templates' | 'glyphs'> & {
  software: HomeSoftware;
  hero: HeroLabel | null;
  /** Labels of one batch. */
  batch: ShownLabel | null;
  glyphs: Pick<InPage, 'id' | 'html'>;
};
