import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../site/context.ts';

type Software = CallOutput<'curSoftware'>;
/** A page that came with the document has only what every page needs of its software. */
export type Loaded = Pick<Software, 'id' | 'name'> & Partial<Software>;

export type SoftwarePlace = {
  context: SiteContext;
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: Loaded } | undefined }>;
};

/**
 * The software of the page with the fields named, as its layout has loaded it; asked for only where the layout has not got
 * them. Undefined: it cannot be had.
 */
export const readSoftware = async <F extends keyof Software>(
  c: SoftwarePlace,
  fields: readonly F[],
): Promise<Pick<Software, F | 'name'> | undefined> => {
  const loaded = (await c.parentMatchPromise).loaderData?.software;
  if (loaded && fields.every((field) => loaded[field] !== undefined))
    return loaded as Pick<Software, F | 'name'>;
  const reply = await c.context.api(c.params.soft).call('curSoftware', {});
  return reply.state === 'ok' ? reply.data : undefined;
};
