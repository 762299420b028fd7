import type { PrintEvent } from '@yunbiao/contract/api/events';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useCallback, useRef, useState } from 'react';
import { MAX_PAGE_SIZE } from '@yunbiao/contract/limits/input';
import { applyDetailEvent } from '../../../kit/printing/batch-state.ts';
import { useLiveData } from '../../../kit/live/live-data.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { type DetailData, loadLabelDetails, PAGE_SIZE } from '../load.ts';
import { type DetailSearch, toDetailInput } from '../search.ts';
import type { Detail } from '../words.ts';

/** Labels of a filter, loaded page by page and updated by events. */
export const useLabelDetails = (
  initialReply: Envelope<DetailData>,
  search: DetailSearch,
  tz: string,
) => {
  const api = useApi();
  const shownCount = useRef(PAGE_SIZE);
  const loadShownDetails = useCallback(
    () => loadLabelDetails(api, search, tz, shownCount.current),
    [api, search, tz],
  );
  const live = useLiveData(initialReply, loadShownDetails);
  const [loadingMore, setLoadingMore] = useState(false);
  const { data, patch } = live;
  shownCount.current = Math.max(PAGE_SIZE, data?.list.length ?? 0);

  const patchDetail = useCallback(
    (detail: Pick<Detail, 'id'> & Partial<Detail>) =>
      patch((now) => ({
        ...now,
        list: now.list.map((row) => (row.id === detail.id ? { ...row, ...detail } : row)),
      })),
    [patch],
  );
  const applyEvents = useCallback(
    (events: readonly PrintEvent[]) =>
      patch((now) => {
        const list = now.list.map((row) => events.reduce(applyDetailEvent, row));
        return list.some((row, index) => row !== now.list[index]) ? { ...now, list } : now;
      }),
    [patch],
  );
  const loadMoreDetails = async (): Promise<void> => {
    if (!data?.nextId || loadingMore) return;
    setLoadingMore(true);
    const reply = await api.call('detailList', {
      ...toDetailInput(search, tz),
      lastId: data.nextId,
      pageSize: data.list.length >= MAX_PAGE_SIZE ? MAX_PAGE_SIZE : PAGE_SIZE,
    });
    setLoadingMore(false);
    if (reply.state === 'fail') return showFailure(reply);
    patch((now) => {
      // A refresh in between may have loaded some of them already.
      const knownIds = new Set(now.list.map(({ id }) => id));
      const freshRows = reply.data.list.filter(({ id }) => !knownIds.has(id));
      return { list: [...now.list, ...freshRows], nextId: reply.data.nextId };
    });
  };
  return { ...live, change: patchDetail, hear: applyEvents, more: loadMoreDetails, loadingMore };
};

export type Details = ReturnType<typeof useLabelDetails>;
