import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { PICTURE_FOLDER_LENGTH } from '@yunbiao/contract/limits/picture';
import type { PictureQuery } from '../../kit/picture/load-pictures.ts';

/** URL parameters of the page. */
export type PictureSearch = { folder?: string; q?: string };

export const readPictureQuery = ({ folder = '', q = '' }: PictureSearch): PictureQuery => ({
  folder: folder.slice(0, PICTURE_FOLDER_LENGTH),
  q: q.trim().slice(0, QUERY_LENGTH),
});
