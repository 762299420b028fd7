import {
  open,
  type Batch,
  type Client,
  type Incident,
  type Overview,
  type Printer,
} from './overview-data.ts';

/** Something that waits for the member. */
export type Due =
  | { kind: 'uncertain'; key: string; incident: Incident }
  /** More incidents than are shown one by one. */
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
  /** Labels wait for a newer version of their client. */
  | { kind: 'outdated'; key: string; client: Client; waiting: number };

/** Incidents shown one by one. */
const ONE_BY_ONE = 3;

const waitingFor = (
  batches: readonly Batch[],
  printerIds: readonly string[],
): { waiting: number; batchNo: string | null } => {
  const theirs = batches.filter(
    ({ printerId, counts }) =>
      printerId !== null && printerIds.includes(printerId) && open(counts) > 0,
  );
  return {
    waiting: theirs.reduce((n, { counts }) => n + open(counts), 0),
    // the oldest is the one that is stuck
    batchNo: theirs.at(-1)?.batchNo ?? null,
  };
};

/** What waits, most pressing first: labels only the member can settle, printers that stopped, machines that are away or too old. */
export const getDue = (data: Overview): Due[] => {
  const { list, hasMore } = data.incidents;
  const shown = list.slice(0, list.length > ONE_BY_ONE + 1 ? ONE_BY_ONE : list.length);
  const rest = list.length - shown.length;
  const batches = data.batches.list;
  const due: Due[] = shown.map((incident) => ({
    kind: 'uncertain',
    key: `i${incident.batchNo}${incident.labels[0]?.id}`,
    incident,
  }));
  if (rest > 0 || hasMore) due.push({ kind: 'more', key: 'more', count: rest, isAtLeast: hasMore });

  for (const client of data.clients.list) {
    if (client.undrawn > 0)
      due.push({ kind: 'outdated', key: `u${client.id}`, client, waiting: client.undrawn });
    if (!client.online || !client.enabled) {
      const held = waitingFor(
        batches,
        client.printers.map(({ id }) => id),
      );
      if (held.waiting > 0) due.push({ kind: 'away', key: `c${client.id}`, client, ...held });
      continue;
    }
    for (const printer of client.printers)
      if (printer.state === 'stopped')
        due.push({
          kind: 'stopped',
          key: `p${printer.id}`,
          printer,
          client,
          ...waitingFor(batches, [printer.id]),
        });
  }
  return due;
};

/** How many things wait, as the heading says it. */
export const countDue = (due: readonly Due[]): number =>
  due.reduce((n, item) => n + (item.kind === 'more' ? item.count : 1), 0);

export type Step = { key: 'pair' | 'printer' | 'config' | 'print'; title: string; isDone: boolean };

/** From nothing to the first label. Empty once all of it was done. */
export const listSteps = (data: Overview): Step[] => {
  const clients = data.clients.list;
  const steps: Step[] = [
    { key: 'pair', title: '配对一个打印客户端', isDone: clients.length > 0 },
    {
      key: 'printer',
      title: '在客户端里加一台打印机',
      isDone: clients.some(({ printers }) => printers.length > 0),
    },
    { key: 'config', title: '存一个打印机配置', isDone: data.configs.list.length > 0 },
    { key: 'print', title: '印第一张标签', isDone: data.batches.total > 0 },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
};

/**
 * Labels by the end of the month at this month's pace, by the calendar of Asia/Shanghai, whose months the quota
 * counts: to two digits, or to as many as tell it from what is used already. Null in the first two days, when the pace
 * says nothing, and where no more would come.
 *
 * @param now epoch ms
 */
export const monthForecast = (used: number, now: number): number | null => {
  const local = new Date(now + 8 * 3_600_000);
  const start = Date.UTC(local.getUTCFullYear(), local.getUTCMonth());
  const end = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1);
  const past = local.getTime() - start;
  if (past < 2 * 86_400_000 || used === 0) return null;
  const whole = (used * (end - start)) / past;
  for (let step = 10 ** Math.max(0, Math.floor(Math.log10(whole)) - 1); step >= 1; step /= 10) {
    const rounded = Math.round(whole / step) * step;
    if (rounded > used) return rounded;
  }
  return null;
};

/** `12 月 1 日`, when the month's quota starts again. */
export const nextMonthText = (now: number): string =>
  `${((new Date(now + 8 * 3_600_000).getUTCMonth() + 1) % 12) + 1} 月 1 日`;
