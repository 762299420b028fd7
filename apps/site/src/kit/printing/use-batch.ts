import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useCallback, useEffect, useRef } from 'react';
import { type LiveData, useLiveData } from '../live/live-data.ts';
import { usePrintEvents } from '../live/live-print.ts';
import { useApi } from '../site/site.tsx';
import { mergeCallReplies } from '../site/merge-replies.ts';
import {
  applyEventsToBatch,
  toLabelCells,
  mustReloadGroupPrinters,
  mustReloadQueuePosition,
  type LiveBatch,
  mustReloadOutdatedClients,
  mustReloadMovableLabels,
} from './batch-state.ts';

/** Maximum delay for combining events of a fast printer, ms. */
const EVENT_DELAY_MS = 60;

/**
 * Minimum interval between reloads of a batch after printer events, ms. Batches can have 10,000
 * labels.
 */
const MIN_RELOAD_INTERVAL_MS = 2000;

export type BatchReply = Envelope<{
  info: CallOutput<'batchInfo'>;
  states: CallOutput<'detailStates'>;
}>;

/** Loads a batch and the state of each label. */
export const fetchBatch = async (api: Client, batchNo: string): Promise<BatchReply> => {
  const [info, states] = await Promise.all([
    api.call('batchInfo', { batchNo }),
    api.call('detailStates', { batchNo }),
  ]);
  return mergeCallReplies({ info, states });
};

const toLiveBatch = (reply: BatchReply): Envelope<LiveBatch> =>
  reply.state === 'ok'
    ? { ...reply, data: { info: reply.data.info, cells: toLabelCells(reply.data.states.cells) } }
    : reply;

const lives = new WeakMap<BatchReply, Envelope<LiveBatch>>();

/** Caches one live reply per loaded reply, because `useLiveData` compares by identity. */
const getLiveBatch = (reply: BatchReply): Envelope<LiveBatch> => {
  let live = lives.get(reply);
  if (!live) lives.set(reply, (live = toLiveBatch(reply)));
  return live;
};

/** Collects events of the stream and delivers them in groups. */
export const useBatchedPrintEvents = (take: (events: readonly PrintEvent[]) => void): void => {
  const waiting = useRef<PrintEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  usePrintEvents((event) => {
    waiting.current.push(event);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current(waiting.current.splice(0));
    }, EVENT_DELAY_MS);
  });
};

/** Live state of a batch. `onEvents` is called after events were applied. */
export const useBatch = (
  reply: BatchReply,
  batchNo: string,
  onEvents?: (events: readonly PrintEvent[]) => void,
): LiveData<LiveBatch> => {
  const api = useApi();
  const loadLiveBatch = useCallback(
    async () => toLiveBatch(await fetchBatch(api, batchNo)),
    [api, batchNo],
  );
  const live = useLiveData(getLiveBatch(reply), loadLiveBatch);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(later.current);
      later.current = undefined;
    },
    [batchNo],
  );
  useBatchedPrintEvents((events) => {
    live.patch((batch) => applyEventsToBatch(batch, events));
    const isOld =
      live.data &&
      (mustReloadQueuePosition(live.data, events) || mustReloadGroupPrinters(live.data, events));
    if (isOld || events.some(({ type }) => type === 'resync')) live.refresh();
    if (
      live.data &&
      (mustReloadMovableLabels(live.data, events) || mustReloadOutdatedClients(live.data, events))
    )
      later.current ??= setTimeout(() => {
        later.current = undefined;
        live.refresh();
      }, MIN_RELOAD_INTERVAL_MS);
    onEvents?.(events);
  });
  return live;
};
