import type { PrintEvent } from '@yunbiao/contract/events';
import type { Envelope } from '@yunbiao/contract/envelope';
import { useCallback, useRef, useState } from 'react';
import { MAX_PAGE_SIZE } from '@yunbiao/contract/limits/input';
import { detailAfter } from '../../kit/printing/batch-state.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { useApi } from '../../kit/site/site.tsx';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { type DetailData, loadDetails, PAGE } from './load.ts';
import { type DetailSearch, detailInput } from './search.ts';
import type { Detail } from './words.ts';

/** Labels of a filter, a page at a time, kept right by events. */
export const useDetails = (loaded: Envelope<DetailData>, search: DetailSearch, tz: string) => {
  const api = useApi();
  const shown = useRef(PAGE);
  const load = useCallback(() => loadDetails(api, search, tz, shown.current), [api, search, tz]);
  const live = useLiveData(loaded, load);
  const [loadingMore, setLoadingMore] = useState(false);
  const { data, patch } = live;
  shown.current = Math.max(PAGE, data?.list.length ?? 0);

  const change = useCallback(
    (detail: Pick<Detail, 'id'> & Partial<Detail>) =>
      patch((now) => ({
        ...now,
        list: now.list.map((row) => (row.id === detail.id ? { ...row, ...detail } : row)),
      })),
    [patch],
  );
  const hear = useCallback(
    (events: readonly PrintEvent[]) =>
      patch((now) => {
        const list = now.list.map((row) => events.reduce(detailAfter, row));
        return list.some((row, index) => row !== now.list[index]) ? { ...now, list } : now;
      }),
    [patch],
  );
  const more = async (): Promise<void> => {
    if (!data?.nextId || loadingMore) return;
    setLoadingMore(true);
    const reply = await api.call('detailList', {
      ...detailInput(search, tz),
      lastId: data.nextId,
      pageSize: data.list.length >= MAX_PAGE_SIZE ? MAX_PAGE_SIZE : PAGE,
    });
    setLoadingMore(false);
    if (reply.state === 'fail') return sayFailure(reply);
    patch((now) => {
      // A reading in between may have brought some of them already.
      const known = new Set(now.list.map(({ id }) => id));
      const news = reply.data.list.filter(({ id }) => !known.has(id));
      return { list: [...now.list, ...news], nextId: reply.data.nextId };
    });
  };
  return { ...live, change, hear, more, loadingMore };
};

export type Details = ReturnType<typeof useDetails>;
