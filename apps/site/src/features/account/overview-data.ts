import type { CallOutput } from '@yunbiao/contract';
import type { Client as Api } from '@yunbiao/contract/client';
import type { Envelope } from '@yunbiao/contract/envelope';
import { FINAL_DETAIL_STATES, type BatchCounts } from '@yunbiao/contract/evidence';
import type { PrintEvent } from '@yunbiao/contract/events';
import { together } from '../../kit/site/together.ts';

export type Overview = {
  stat: CallOutput<'authStat'>;
  clients: CallOutput<'clientList'>;
  configs: CallOutput<'printConfigList'>;
  batches: CallOutput<'batchList'>;
  incidents: CallOutput<'incidentList'>;
};

export type Client = Overview['clients']['list'][number];
export type Printer = Client['printers'][number];
export type Batch = Overview['batches']['list'][number];
export type Incident = Overview['incidents']['list'][number];

/** Batches read: enough to know what waits for a printer; fewer are shown. */
const BATCHES_READ = 20;

export const loadOverview = async (api: Api): Promise<Envelope<Overview>> => {
  const [stat, clients, configs, batches, incidents] = await Promise.all([
    api.call('authStat', {}),
    api.call('clientList', {}),
    api.call('printConfigList', {}),
    api.call('batchList', { page: 1, pageSize: BATCHES_READ, tz: 'Asia/Shanghai' }),
    api.call('incidentList', {}),
  ]);
  return together({ stat, clients, configs, batches, incidents });
};

export const clientName = (client: Pick<Client, 'name' | 'remark'>): string =>
  client.remark || client.name;

/** Labels of a batch that nothing will change by itself any more. */
export const settled = (counts: BatchCounts): number =>
  FINAL_DETAIL_STATES.reduce((n, state) => n + counts[state], 0);

/** Labels still waiting or under way. */
export const open = (counts: BatchCounts): number => counts.queued + counts.sending;

/** Batches shown; the rest are in the statistics. */
const BATCHES_SHOWN = 5;

/** What is printing or waits to, then what ended last. */
export const shownBatches = (list: readonly Batch[]): Batch[] =>
  [
    ...list.filter(({ counts }) => open(counts) > 0),
    ...list.filter(({ counts }) => open(counts) === 0),
  ].slice(0, BATCHES_SHOWN);

type Machine = { client: Client; printer: Printer | null };

/** Every printer with its client; a client that has none stands for itself. */
export const listMachines = (clients: readonly Client[]): Machine[] =>
  clients.flatMap((client): Machine[] =>
    client.printers.length === 0
      ? [{ client, printer: null }]
      : client.printers.map((printer) => ({ client, printer })),
  );

const patchBatch = (data: Overview, event: PrintEvent & { type: 'batch' }): Overview => ({
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

const patchPrinters = (
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

/** What is shown right after an event, and whether the rest of the page has to be read again. */
export const applyEvent = (
  data: Overview,
  event: PrintEvent,
): { data: Overview; isStale: boolean } => {
  switch (event.type) {
    case 'resync':
    // VIP and what it allows may be others now.
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
      const known = data.batches.list.find(({ batchNo }) => batchNo === event.batchNo);
      return {
        data: patchBatch(data, event),
        isStale: !known || event.finishedAt !== known.finishedAt,
      };
    }
    case 'client':
      return {
        data: patchPrinters(data, event.id, (client) => ({ ...client, online: event.online })),
        isStale: true,
      };
    case 'printer': {
      const known = data.clients.list
        .flatMap(({ printers }) => printers)
        .find(({ id }) => id === event.id);
      const { state, stateText, counter } = event;
      const told = { state, stateText, counter, stateReasons: [...event.stateReasons] };
      return {
        data: patchPrinters(data, event.clientId, (client) => ({
          ...client,
          printers: client.printers.map((printer) =>
            printer.id === event.id ? { ...printer, ...told } : printer,
          ),
        })),
        isStale: known?.state !== state,
      };
    }
    case 'moved':
    case 'roll':
    case 'found':
    case 'notice':
      return { data, isStale: false };
  }
};
