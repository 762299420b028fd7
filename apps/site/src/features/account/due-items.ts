import {
  countUnfinishedLabels,
  type Batch,
  type Client,
  type Incident,
  type Overview,
  type Printer,
} from './overview-data.ts';

/** Item that needs the member. */
export type DueItem =
  | { kind: 'uncertain'; key: string; incident: Incident }
  /** Number of further incidents that are not displayed individually. */
  | { kind: 'more'; key: string; count: number; isAtLeast: boolean }
  | {
      kind: 'stopped';
      key: string;
      printer: Printer;
      client: Client;
      waiting: number;
      batchNo: string | null;
    }
  | { kind: 'away'; key: string; client: Client; waiting: number; batchNo: string | null }
  /** Labels that wait for a newer client version. */
  | { kind: 'outdated'; key: string; client: Client; waiting: number };

/** Maximum number of incidents that are displayed individually. */
const MAX_SHOWN_INCIDENTS = 3;

const findWaitingLabels = (
  batches: readonly Batch[],
  printerIds: readonly string[],
): { waiting: number; batchNo: string | null } => {
  const groupBatches = batches.filter(
    ({ printerId, counts }) =>
      printerId !== null && printerIds.includes(printerId) && countUnfinishedLabels(counts) > 0,
  );
  return {
    waiting: groupBatches.reduce((n, { counts }) => n + countUnfinishedLabels(counts), 0),
    // The oldest batch is the one that is blocked.
    batchNo: groupBatches.at(-1)?.batchNo ?? null,
  };
};

/**
 * Lists items by urgency: uncertain labels that only the member can resolve, stopped printers,
 * offline or outdated clients.
 */
export const listDueItemsByUrgency = (data: Overview): DueItem[] => {
  const { list, hasMore } = data.incidents;
  const visibleIncidents = list.slice(
    0,
    list.length > MAX_SHOWN_INCIDENTS + 1 ? MAX_SHOWN_INCIDENTS : list.length,
  );
  const hiddenCount = list.length - visibleIncidents.length;
  const batches = data.batches.list;
  const dueItems: DueItem[] = visibleIncidents.map((incident) => ({
    kind: 'uncertain',
    key: `i${incident.batchNo}${incident.labels[0]?.id}`,
    incident,
  }));
  if (hiddenCount > 0 || hasMore)
    dueItems.push({ kind: 'more', key: 'more', count: hiddenCount, isAtLeast: hasMore });

  for (const client of data.clients.list) {
    if (client.undrawn > 0)
      dueItems.push({ kind: 'outdated', key: `u${client.id}`, client, waiting: client.undrawn });
    if (!client.online || !client.enabled) {
      const waitingLabels = findWaitingLabels(
        batches,
        client.printers.map(({ id }) => id),
      );
      if (waitingLabels.waiting > 0)
        dueItems.push({ kind: 'away', key: `c${client.id}`, client, ...waitingLabels });
      continue;
    }
    for (const printer of client.printers)
      if (printer.state === 'stopped')
        dueItems.push({
          kind: 'stopped',
          key: `p${printer.id}`,
          printer,
          client,
          ...findWaitingLabels(batches, [printer.id]),
        });
  }
  return dueItems;
};

/** Number of items for the heading. */
export const countDueItems = (dueItems: readonly DueItem[]): number =>
  dueItems.reduce((n, item) => n + (item.kind === 'more' ? item.count : 1), 0);

/**
 * Forecasts the labels of the month at the current rate. Months follow Asia/Shanghai, like the
 * quota. The result has two significant digits, or more if it would otherwise not exceed the
 * current use. Returns null in the first two days of the month, and when no further labels are
 * expected.
 *
 * @param now epoch ms
 */
export const forecastMonthlyLabels = (usedLabels: number, now: number): number | null => {
  const local = new Date(now + 8 * 3_600_000);
  const start = Date.UTC(local.getUTCFullYear(), local.getUTCMonth());
  const end = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1);
  const past = local.getTime() - start;
  if (past < 2 * 86_400_000 || usedLabels === 0) return null;
  const projected = (usedLabels * (end - start)) / past;
  for (let step = 10 ** Math.max(0, Math.floor(Math.log10(projected)) - 1); step >= 1; step /= 10) {
    const rounded = Math.round(projected / step) * step;
    if (rounded > usedLabels) return rounded;
  }
  return null;
};

/** Date on which the next monthly quota starts, such as `12 月 1 日`. */
export const formatNextMonthStart = (now: number): string =>
  `${((new Date(now + 8 * 3_600_000).getUTCMonth() + 1) % 12) + 1} 月 1 日`;
