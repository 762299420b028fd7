import type { CallOutput } from '@yunbiao/contract';
import type { Lead } from './leads.ts';

type SiteIndex = CallOutput<'siteIndex'>;

export type HomeSoftware = NonNullable<SiteIndex['software']>;

export type HomeData = SiteIndex & {
  software: HomeSoftware;
  /** Where the numbers of the hero's label stand; worked out with the data, so that the page need not. */
  leads: Lead[];
};

/** Of what lies under the hero. */
export const BELOW_ID = 'below';
