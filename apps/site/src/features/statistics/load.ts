import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { type BatchReply, loadBatch } from '../../shell/live/use-batch.ts';
import { together } from '../../shell/together.ts';
import { dayIn, viewerZone } from './days.ts';
import {
  batchInput,
  type DetailSearch,
  detailInput,
  type StatSearch,
  statInput,
} from './search.ts';

export type StatData = { stat: CallOutput<'printStat'>; batches: CallOutput<'batchList'> };
export type DetailData = CallOutput<'detailList'>;

/** The viewer's day and zone the page was read for. */
export type Zone = { tz: string; today: string };
export type StatLoaded = Zone & { reply: Envelope<StatData> };

export type DetailLoaded = Zone & {
  details: Envelope<DetailData>;
  /** With a batch number. */
  batch: BatchReply | null;
  /** Its labels that wait for the member's word. */
  uncertain: Envelope<DetailData> | null;
};

export const zoneNow = (): Zone => {
  const tz = viewerZone();
  return { tz, today: dayIn(tz, Date.now()) };
};

export const loadStat = async (
  api: Client,
  search: StatSearch,
  { tz, today }: Zone,
): Promise<Envelope<StatData>> => {
  const [stat, batches] = await Promise.all([
    api.call('printStat', statInput(search, today, tz)),
    api.call('batchList', {
      ...batchInput(search, today, tz),
      page: search.page ?? 1,
      pageSize: 20,
    }),
  ]);
  return together({ stat, batches });
};

/** Labels on the first page; more come with 更多. */
export const PAGE = 20;
/** Most a call gives at once. */
const MOST = 100;
/** Labels read again at once when the page must catch up; further ones are left as they are. */
const CATCH_UP = 500;

/** The first `want` labels of a filter. */
export const loadDetails = async (
  api: Client,
  search: DetailSearch,
  tz: string,
  want = PAGE,
): Promise<Envelope<DetailData>> => {
  const input = detailInput(search, tz);
  const goal = Math.min(want, CATCH_UP);
  let reply = await api.call('detailList', { ...input, pageSize: Math.min(MOST, goal) });
  while (reply.state === 'ok' && reply.data.nextId && reply.data.list.length < goal) {
    const { list, nextId } = reply.data;
    const next: Envelope<DetailData> = await api.call('detailList', {
      ...input,
      pageSize: MOST,
      lastId: nextId,
    });
    reply =
      next.state === 'ok'
        ? { ...next, data: { ...next.data, list: [...list, ...next.data.list] } }
        : next;
  }
  return reply;
};

export const loadUncertain = (
  api: Client,
  batchNo: string,
  tz: string,
): Promise<Envelope<DetailData>> => loadDetails(api, { batchNo, state: 'uncertain' }, tz, MOST);

export const loadDetailPage = async (api: Client, search: DetailSearch): Promise<DetailLoaded> => {
  const zone = zoneNow();
  const { batchNo } = search;
  const [details, batch, uncertain] = await Promise.all([
    loadDetails(api, search, zone.tz),
    batchNo ? loadBatch(api, batchNo) : null,
    batchNo ? loadUncertain(api, batchNo, zone.tz) : null,
  ]);
  return { ...zone, details, batch, uncertain };
};
