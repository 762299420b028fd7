import type { SiteContext } from '../../kit/site/context.ts';

/** Arguments of the article loaders. */
export type ArticlePlace = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

export const getSoftwareName = async (c: ArticlePlace): Promise<string> =>
  (await c.parentMatchPromise).loaderData?.software.name ?? '';

/** Parses a page number; invalid values give 1. */
export const parsePageNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
