import type { SiteContext } from '../../kit/site/context.ts';

/** What the loaders of a software's articles are given. */
export type ArticlePlace = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

export const softwareName = async (c: ArticlePlace): Promise<string> =>
  (await c.parentMatchPromise).loaderData?.software.name ?? '';

/** A page number as an address says it; anything else is the first page. */
export const getPage = (text: string | undefined): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1;
