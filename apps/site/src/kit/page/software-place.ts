import type { SiteContext } from '../site/context.ts';

/** What a loader of a page below a software is given. */
export type SoftwarePagePlace<Params extends object = object> = {
  context: SiteContext;
  location: { href: string };
  params: { soft: string } & Params;
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

/** Name of the software, from the data of the layout; '' when it could not be loaded. */
export const getSoftwareName = async ({
  parentMatchPromise,
}: Pick<SoftwarePagePlace, 'parentMatchPromise'>): Promise<string> =>
  (await parentMatchPromise).loaderData?.software.name ?? '';
