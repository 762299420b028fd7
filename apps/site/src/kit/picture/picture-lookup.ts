import type { Client } from '@yunbiao/contract/api/client';
import type { PictureLookup } from '../label/engine/library-picture-store.ts';
import type { LibraryPicture } from './load-pictures.ts';

/** Finds pictures by what data rows write. Rejects when the server does not answer. */
export const createPictureLookup =
  (api: Client): PictureLookup =>
  async (names) => {
    const reply = await api.call('findPictures', { names: [...names] });
    if (reply.state === 'fail') throw new Error(reply.msg);
    return new Map(
      names.flatMap((name, i) => {
        const found = reply.data.found[i];
        return found && 'picture' in found ? [[name, found.picture.url] as const] : [];
      }),
    );
  };

/** What a data row writes for the picture. A leading slash is the library itself. */
export const formatPictureValue = ({ folder, name }: Pick<LibraryPicture, 'folder' | 'name'>) =>
  folder === '' ? name : `${folder}/${name}`;
