import type { CallOutput } from '@yunbiao/contract';
import type { PrintEvent } from '@yunbiao/contract/events';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { useCallback, useEffect, useRef } from 'react';
import { type LiveData, useLiveData } from '../live/live-data.ts';
import { usePrintEvents } from '../live/live-print.ts';
import { useApi } from '../site/site.tsx';
import { together } from '../site/together.ts';
import {
  applyEvents,
  listCells,
  isMoved,
  isNext,
  type LiveBatch,
  mayBeUpdated,
  mayHaveMoved,
} from './batch-state.ts';

/** Events of a fast printer are shown together: at most this long after the first, ms. */
const GATHER_MS = 60;

/** Printers tell of themselves with each label, and a batch of 10,000 is long: it is read at most so often for that, ms. */
const PRINTERS_MS = 2000;

export type BatchReply = Envelope<{
  info: CallOutput<'batchInfo'>;
  states: CallOutput<'detailStates'>;
}>;

/** A batch and the state of each of its labels. */
export const loadBatch = async (api: Client, batchNo: string): Promise<BatchReply> => {
  const [info, states] = await Promise.all([
    api.call('batchInfo', { batchNo }),
    api.call('detailStates', { batchNo }),
  ]);
  return together({ info, states });
};

const toLive = (reply: BatchReply): Envelope<LiveBatch> =>
  reply.state === 'ok'
    ? { ...reply, data: { info: reply.data.info, cells: listCells(reply.data.states.cells) } }
    : reply;

const lives = new WeakMap<BatchReply, Envelope<LiveBatch>>();

/** One live answer per loaded answer: `useLiveData` compares by identity. */
const getLive = (reply: BatchReply): Envelope<LiveBatch> => {
  let live = lives.get(reply);
  if (!live) lives.set(reply, (live = toLive(reply)));
  return live;
};

/** Gathers the stream's events and hands them over together. */
export const useGatheredEvents = (take: (events: readonly PrintEvent[]) => void): void => {
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
    }, GATHER_MS);
  });
};

/** A batch as it prints; `onEvents` hears what moved it, after it moved. */
export const useBatch = (
  reply: BatchReply,
  batchNo: string,
  onEvents?: (events: readonly PrintEvent[]) => void,
): LiveData<LiveBatch> => {
  const api = useApi();
  const load = useCallback(async () => toLive(await loadBatch(api, batchNo)), [api, batchNo]);
  const live = useLiveData(getLive(reply), load);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(later.current);
      later.current = undefined;
    },
    [batchNo],
  );
  useGatheredEvents((events) => {
    live.patch((batch) => applyEvents(batch, events));
    const isOld = live.data && (isNext(live.data, events) || isMoved(live.data, events));
    if (isOld || events.some(({ type }) => type === 'resync')) live.refresh();
    if (live.data && (mayHaveMoved(live.data, events) || mayBeUpdated(live.data, events)))
      later.current ??= setTimeout(() => {
        later.current = undefined;
        live.refresh();
      }, PRINTERS_MS);
    onEvents?.(events);
  });
  return live;
};
