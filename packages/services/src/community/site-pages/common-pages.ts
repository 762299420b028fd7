import { listFeaturePages } from './feature-pages.ts';
import { listGuidePages } from './guide-pages.ts';
import { listHandbookPages } from './handbook-pages.ts';
import { listPrinterPages } from './printer-pages.ts';
import { PUBLIC_PAGES } from './public-pages.ts';
import type { SitePage } from './site-page.ts';

let commonPages: readonly SitePage[] | undefined;

/** Pages that every software has. */
export const listCommonPages = (): readonly SitePage[] =>
  (commonPages ??= [
    ...listGuidePages(),
    ...listFeaturePages(),
    ...PUBLIC_PAGES,
    ...listPrinterPages(),
    ...listHandbookPages(),
  ]);
