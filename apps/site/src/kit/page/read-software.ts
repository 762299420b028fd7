import type { CallOutput } from '@yunbiao/contract';
import type { SiteContext } from '../site/context.ts';

type Software = CallOutput<'curSoftware'>;
/** A server-rendered page contains only the software fields that all pages need. */
export type LoadedSoftware = Pick<Software, 'id' | 'name'> & Partial<Software>;

export type SoftwarePlace = {
  context: SiteContext;
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: LoadedSoftware } | undefined }>;
};

/**
 * Returns the requested fields of the software. Uses the data of the layout and requests only
 * missing fields. Returns undefined on failure.
 */
export const loadSoftwareFields = async <F extends keyof Software>(
  c: SoftwarePlace,
  fields: readonly F[],
): Promise<Pick<Software, F | 'name'> | undefined> => {
  const software = (await c.parentMatchPromise).loaderData?.software;
  if (software && fields.every((field) => software[field] !== undefined))
    return software as Pick<Software, F | 'name'>;
  const reply = await c.context.createApi(c.params.soft).call('curSoftware', {});
  return reply.state === 'ok' ? reply.data : undefined;
};
