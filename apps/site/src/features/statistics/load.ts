import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { MAX_PAGE_SIZE } from '@yunbiao/contract/limits/input';
import { type BatchReply, loadBatch } from '../../kit/printing/use-batch.ts';
import { together } from '../../kit/site/together.ts';
import { type Zone, zoneNow } from '../../kit/table/days.ts';
import {
  batchInput,
  type DetailSearch,
  detailInput,
  type StatSearch,
  statInput,
} from './search.ts';

export type StatData = { stat: CallOutput<'printStat'>; batches: CallOutput<'batchList'> };
export type DetailData = CallOutput<'detailList'>;
export type IncidentData = CallOutput<'incidentList'>;

export type StatLoaded = Zone & { reply: Envelope<StatData> };

export type DetailLoaded = Zone & {
  details: Envelope<DetailData>;
  /** With a batch number. */
  batch: BatchReply | null;
  /** What of it waits for the member's word. */
  incidents: Envelope<IncidentData> | null;
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
  let reply = await api.call('detailList', { ...input, pageSize: Math.min(MAX_PAGE_SIZE, goal) });
  while (reply.state === 'ok' && reply.data.nextId && reply.data.list.length < goal) {
    const { list, nextId } = reply.data;
    const next: Envelope<DetailData> = await api.call('detailList', {
      ...input,
      pageSize: MAX_PAGE_SIZE,
      lastId: nextId,
    });
    reply =
      next.state === 'ok'
        ? { ...next, data: { ...next.data, list: [...list, ...next.data.list] } }
        : next;
  }
  return reply;
};

export const loadIncidents = (api: Client, batchNo: string): Promise<Envelope<IncidentData>> =>
  api.call('incidentList', { batchNo });

export const loadDetailPage = async (api: Client, search: DetailSearch): Promise<DetailLoaded> => {
  const zone = zoneNow();
  const { batchNo } = search;
  const [details, batch, incidents] = await Promise.all([
    loadDetails(api, search, zone.tz),
    batchNo ? loadBatch(api, batchNo) : null,
    batchNo ? loadIncidents(api, batchNo) : null,
  ]);
  return { ...zone, details, batch, incidents };
};
