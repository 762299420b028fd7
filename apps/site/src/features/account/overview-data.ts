import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { FINAL_DETAIL_STATES, type BatchCounts } from '@yunbiao/contract/evidence';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { mergeCallReplies } from '../../kit/site/merge-replies.ts';
import type { DownloadFile } from '../../kit/software/files.ts';

export type Overview = {
  stat: CallOutput<'authStat'>;
  clients: CallOutput<'clientList'>;
  configs: CallOutput<'printConfigList'>;
  batches: CallOutput<'batchList'>;
  incidents: CallOutput<'incidentList'>;
  /** Print client for download; empty for members who have connected one. */
  files: DownloadFile[];
};

export type Client = Overview['clients']['list'][number];
export type Printer = Client['printers'][number];
export type Batch = Overview['batches']['list'][number];
export type Incident = Overview['incidents']['list'][number];

/** Prefix of the names of sample clients in a demo. */
const SAMPLE = '示例 ';

/** A client of the demo's sample history, which never comes online. */
export const isSampleClient = ({ remark }: Pick<Client, 'remark'>): boolean =>
  remark.startsWith(SAMPLE);

/** Number of loaded batches; enough to find those that wait for a printer. */
const MAX_LOADED_BATCHES = 20;

/** A client on a machine of the member's own; neither virtual nor of the demo's samples. */
const isRealClient = (client: Client): boolean => !client.virtual && !isSampleClient(client);

/**
 * Files for a member without a client. When they cannot be read, the page does without: the download
 * page has them, too.
 */
const loadDownloadFiles = async (
  api: Api,
  clients: Envelope<Overview['clients']>,
): Promise<DownloadFile[]> => {
  if (clients.state === 'fail' || clients.data.list.some(isRealClient)) return [];
  const reply = await api.call('downloadList', {});
  return reply.state === 'ok' ? reply.data.versions.flatMap((version) => version.files) : [];
};

export const loadOverview = async (api: Api): Promise<Envelope<Overview>> => {
  const clientsReply = api.call('clientList', {});
  const [stat, clients, files, configs, batches, incidents] = await Promise.all([
    api.call('authStat', {}),
    clientsReply,
    clientsReply.then((reply) => loadDownloadFiles(api, reply)),
    api.call('printConfigList', {}),
    api.call('batchList', { page: 1, pageSize: MAX_LOADED_BATCHES, tz: 'Asia/Shanghai' }),
    api.call('incidentList', {}),
  ]);
  const combined = mergeCallReplies({ stat, clients, configs, batches, incidents });
  if (combined.state === 'fail') return combined;
  return { ...combined, data: { ...combined.data, files } };
};

export const getClientName = (client: Pick<Client, 'name' | 'remark'>): string =>
  client.remark || client.name;

/** Number of labels of a batch in a final state. */
export const countFinishedLabels = (counts: BatchCounts): number =>
  FINAL_DETAIL_STATES.reduce((n, state) => n + counts[state], 0);

/** Number of labels that are queued or being sent. */
export const countUnfinishedLabels = (counts: BatchCounts): number =>
  counts.queued + counts.sending;

/** Number of displayed batches; the statistics list all. */
const MAX_SHOWN_BATCHES = 5;

/** Batches that are not finished, then the latest finished ones. */
export const selectOverviewBatches = (list: readonly Batch[]): Batch[] =>
  [
    ...list.filter(({ counts }) => countUnfinishedLabels(counts) > 0),
    ...list.filter(({ counts }) => countUnfinishedLabels(counts) === 0),
  ].slice(0, MAX_SHOWN_BATCHES);

type Machine = { client: Client; printer: Printer | null };

/** One entry per printer with its client; a client without printers is one entry. */
export const listPrintersWithClients = (clients: readonly Client[]): Machine[] =>
  clients.flatMap((client): Machine[] =>
    client.printers.length === 0
      ? [{ client, printer: null }]
      : client.printers.map((printer) => ({ client, printer })),
  );

const updateBatchFromEvent = (data: Overview, event: PrintEvent & { type: 'batch' }): Overview => ({
  ...data,
  batches: {
    ...data.batches,
    list: data.batches.list.map((batch) =>
      batch.batchNo === event.batchNo
        ? {
            ...batch,
            state: event.state,
            counts: event.counts,
            cancellable: event.cancellable,
            finishedAt: event.finishedAt,
          }
        : batch,
    ),
  },
});

const updateOverviewClient = (
  data: Overview,
  clientId: string,
  change: (client: Client) => Client,
): Overview => ({
  ...data,
  clients: {
    ...data.clients,
    list: data.clients.list.map((client) => (client.id === clientId ? change(client) : client)),
  },
});

const updatePrinterFromEvent = (
  data: Overview,
  event: PrintEvent & { type: 'printer' },
): Overview => {
  const { state, stateText, counter } = event;
  const printerUpdate = { state, stateText, counter, stateReasons: [...event.stateReasons] };
  return updateOverviewClient(data, event.clientId, (client) => ({
    ...client,
    printers: client.printers.map((printer) =>
      printer.id === event.id ? { ...printer, ...printerUpdate } : printer,
    ),
  }));
};

/** Applies an event to the page data, and returns whether the data must be reloaded. */
export const applyEventToOverview = (
  data: Overview,
  event: PrintEvent,
): { data: Overview; isStale: boolean } => {
  switch (event.type) {
    case 'resync':
    // The plan and its entitlements may have changed.
    case 'order':
      return { data, isStale: true };
    case 'detail':
      return {
        data,
        isStale:
          event.state === 'uncertain' ||
          data.incidents.list.some(({ labels }) => labels.some(({ id }) => id === event.id)),
      };
    case 'batch': {
      const knownBatch = data.batches.list.find(({ batchNo }) => batchNo === event.batchNo);
      return {
        data: updateBatchFromEvent(data, event),
        isStale: !knownBatch || event.finishedAt !== knownBatch.finishedAt,
      };
    }
    case 'client':
      return {
        data: updateOverviewClient(data, event.id, (client) => ({
          ...client,
          online: event.online,
        })),
        isStale: true,
      };
    case 'printer': {
      const knownPrinter = data.clients.list
        .flatMap(({ printers }) => printers)
        .find(({ id }) => id === event.id);
      return {
        data: updatePrinterFromEvent(data, event),
        isStale: knownPrinter?.state !== event.state,
      };
    }
    case 'moved':
    case 'roll':
    case 'found':
    case 'notice':
      return { data, isStale: false };
  }
};
