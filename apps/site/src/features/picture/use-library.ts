import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useState } from 'react';
import { useLiveData } from '../../kit/live/live-data.ts';
import {
  loadPicturePages,
  type PictureData,
  type PictureQuery,
} from '../../kit/picture/load-pictures.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi } from '../../kit/site/site.tsx';

/** The shown part of the library. `showMore` adds a page of pictures. */
export const useLibrary = (loaded: Envelope<PictureData>, query: PictureQuery) => {
  const api = useApi();
  const [pages, setPages] = useState(1);
  const live = useLiveData(loaded, () => loadPicturePages(api, query, pages));
  const [isLoadingMore, setLoadingMore] = useState(false);
  const showMore = async (): Promise<void> => {
    setLoadingMore(true);
    const reply = await loadPicturePages(api, query, pages + 1);
    setLoadingMore(false);
    if (reply.state === 'fail') return showFailure(reply);
    setPages(pages + 1);
    live.patch(() => reply.data);
  };
  return { ...live, showMore, isLoadingMore };
};
