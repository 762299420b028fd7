import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { MAX_PAGE_SIZE } from '@yunbiao/contract/limits/input';
import { type BatchReply, fetchBatch } from '../../kit/printing/use-batch.ts';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';
import { type Zone, readViewerZoneAndDay } from '../../kit/table/days.ts';
import {
  toBatchInput,
  type DetailSearch,
  toDetailInput,
  type StatSearch,
  toStatInput,
} from './search.ts';

export type StatData = { stat: CallOutput<'printStat'>; batches: CallOutput<'batchList'> };
export type DetailData = CallOutput<'detailList'>;
export type IncidentData = CallOutput<'incidentList'>;

export type StatLoaded = Zone & { reply: Envelope<StatData> };

export type DetailLoaded = Zone & {
  details: Envelope<DetailData>;
  /** Set when the URL has a batch number. */
  batch: BatchReply | null;
  /** Labels of the batch that the member must resolve. */
  incidents: Envelope<IncidentData> | null;
};

export const loadStat = async (
  api: Client,
  search: StatSearch,
  { tz, today }: Zone,
): Promise<Envelope<StatData>> => {
  const [stat, batches] = await Promise.all([
    api.call('printStat', toStatInput(search, today, tz)),
    api.call('batchList', {
      ...toBatchInput(search, today, tz),
      page: search.page ?? 1,
      pageSize: 20,
    }),
  ]);
  return mergeCallReplies({ stat, batches });
};

/** Labels on the first page; 更多 loads more. */
export const PAGE_SIZE = 20;
/** Maximum number of labels that a refresh loads again; later labels are dropped from the list. */
const MAX_RELOADED = 500;

/** Loads the first `want` labels of a filter. */
export const loadLabelDetails = async (
  api: Client,
  search: DetailSearch,
  tz: string,
  want = PAGE_SIZE,
): Promise<Envelope<DetailData>> => {
  const input = toDetailInput(search, tz);
  const goal = Math.min(want, MAX_RELOADED);
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
  const zone = readViewerZoneAndDay();
  const { batchNo } = search;
  const [details, batch, incidents] = await Promise.all([
    loadLabelDetails(api, search, zone.tz),
    batchNo ? fetchBatch(api, batchNo) : null,
    batchNo ? loadIncidents(api, batchNo) : null,
  ]);
  return { ...zone, details, batch, incidents };
};
