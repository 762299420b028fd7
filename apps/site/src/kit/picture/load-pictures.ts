import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';

export type PictureData = CallOutput<'pictureList'>;
export type LibraryPicture = PictureData['list'][number];

/** What part of the library is shown: a folder, or the pictures whose name contains `q`. */
export type PictureQuery = { folder: string; q: string };

/** Pictures per request. */
export const PICTURES_PER_PAGE = 60;

export const loadPictures = (
  api: Client,
  { folder, q }: PictureQuery,
  page = 1,
): Promise<Envelope<PictureData>> =>
  api.call('pictureList', { folder, q, page, pageSize: PICTURES_PER_PAGE });

/** Loads the first `pages` pages as one list. */
export const loadPicturePages = async (
  api: Client,
  query: PictureQuery,
  pages: number,
): Promise<Envelope<PictureData>> => {
  const first = await loadPictures(api, query);
  if (first.state === 'fail') return first;
  const list = [...first.data.list];
  for (let page = 2; page <= pages && list.length < first.data.total; page += 1) {
    const next = await loadPictures(api, query, page);
    if (next.state === 'fail') return next;
    list.push(...next.data.list);
  }
  return { ...first, data: { ...first.data, list } };
};
