import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import {
  countExpectedClients,
  type Context,
  type LabelBacklog,
  type PaymentBacklog,
  type PoolState,
  readLabelBacklog,
  readPaymentBacklog,
  readWebhookBacklog,
  type WebhookBacklog,
} from '@yunbiao/services';
import type { Admission } from '../http/admission.ts';
import { collectNodeSamples, type NodeReading } from './node-samples.ts';
import { createGauge, createGaugeByLabel, type Sample } from './samples.ts';

/** Readings of the database and the disk are shared for this time, ms. */
const SHARED_MS = 10_000;
/** How long a reading waits for the database, ms. The other metrics come without it. */
const TIMEOUT_MS = 2_000;

export type Backlog = {
  labels: LabelBacklog;
  webhooks: WebhookBacklog;
  payments: PaymentBacklog;
  clientsExpected: number;
};

export type Disk = { freeBytes: number; sizeBytes: number };

/** What other parts of the process know at once. */
export type Presence = {
  clientsOnline: number;
  pool: PoolState | undefined;
  work: { running: number; waiting: number };
  /** State → changes of labels to it. */
  labelChanges: Readonly<Record<string, number>>;
};

export const collectPresenceSamples = (presence: Presence): Sample[] => {
  const { clientsOnline, pool, work, labelChanges } = presence;
  return [
    createGauge('yunbiao_clients_online', 'Connected print clients.', clientsOnline),
    ...(pool
      ? [
          createGauge('yunbiao_db_pool_max_connections', 'Largest pool.', pool.max),
          createGaugeByLabel('yunbiao_db_pool_connections', 'Open database connections.', {
            label: 'state',
            values: { busy: pool.busy, idle: pool.idle },
          }),
          createGauge(
            'yunbiao_db_pool_waiting',
            'Statements and transactions that wait for a connection.',
            pool.waiting,
          ),
        ]
      : []),
    createGaugeByLabel('yunbiao_work_tasks', 'Pages and heavy calls, in work and waiting.', {
      label: 'state',
      values: work,
    }),
    {
      ...createGaugeByLabel('yunbiao_label_changes_total', 'Changes of labels, by new state.', {
        label: 'state',
        values: labelChanges,
      }),
      type: 'counter',
    },
  ];
};

const createExpectedClientsGauge = (clientsExpected: number): Sample =>
  createGauge(
    'yunbiao_clients_expected',
    'Print clients that were connected before the restart and have not come back yet.',
    clientsExpected,
  );

/** Samples of the waiting work. `backlog`: null when the database did not answer. */
export const collectBacklogSamples = (backlog: Backlog | null): Sample[] => {
  const up = createGauge(
    'yunbiao_database_up',
    'Whether the last reading of the backlogs succeeded.',
    backlog ? 1 : 0,
  );
  if (!backlog) return [up];
  const { labels, webhooks, payments, clientsExpected } = backlog;
  return [
    up,
    createExpectedClientsGauge(clientsExpected),
    createGaugeByLabel('yunbiao_labels', 'Labels that are not done, at most 100000 per state.', {
      label: 'state',
      values: labels.counts,
    }),
    createGaugeByLabel(
      'yunbiao_labels_oldest_age_seconds',
      'Age of the oldest such label, among the 1000 that expire first.',
      { label: 'state', values: labels.oldestAgeS },
    ),
    createGauge(
      'yunbiao_labels_stalled_age_seconds',
      'Age of the oldest label that waits although its printer is ready and gets nothing.',
      labels.stalledAgeS,
    ),
    createGauge(
      'yunbiao_webhook_messages_waiting',
      'Webhook messages not delivered yet, with those that are retried; at most 100000.',
      webhooks.waiting,
    ),
    createGauge(
      'yunbiao_webhook_overdue_seconds',
      'How late the webhook message is that should have been sent first.',
      webhooks.overdueS,
    ),
    createGaugeByLabel('yunbiao_payments', 'Payments whose end is not known; at most 10000.', {
      label: 'state',
      values: payments.payments,
    }),
    createGaugeByLabel('yunbiao_refunds', 'Refunds that are not done; at most 10000.', {
      label: 'state',
      values: payments.refunds,
    }),
    createGauge(
      'yunbiao_payment_overdue_seconds',
      'How late the query or refund is that a channel should have got first.',
      payments.overdueS,
    ),
  ];
};

export const collectDiskSamples = (disk: Disk | null): Sample[] =>
  disk
    ? [
        createGauge('yunbiao_data_disk_free_bytes', 'Free space of DATA_DIR.', disk.freeBytes),
        createGauge('yunbiao_data_disk_size_bytes', 'Size of its file system.', disk.sizeBytes),
      ]
    : [];

const readWaitingWork = async (ctx: Context): Promise<Backlog> => ({
  labels: await readLabelBacklog({ ctx }),
  webhooks: await readWebhookBacklog({ ctx }),
  payments: await readPaymentBacklog({ ctx }),
  clientsExpected: await countExpectedClients({ ctx }),
});

const readDisk = async (dataDir: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
};

/**
 * Shares one reading among all callers for some time. Null after a
 * failure, or while it has not ended in time.
 */
const cacheReadingBriefly = <T>(
  read: () => Promise<T>,
  { sharedMs, timeoutMs }: { sharedMs: number; timeoutMs: number },
): (() => Promise<T | null>) => {
  let reading: Promise<T | null> | null = null;
  return async () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => setTimeout(() => (reading = null), sharedMs).unref());
    const timeout = new AbortController();
    const tooLate = sleep(timeoutMs, null, { signal: timeout.signal, ref: false });
    return Promise.race([reading, tooLate]).finally(() => {
      tooLate.catch(() => {});
      timeout.abort();
    });
  };
};

/** Creates the reader of what the process does not count itself. It never throws. */
export const createGaugeReader = ({
  ctx,
  dataDir,
  admission,
  readNode = () => null,
  sharedMs = SHARED_MS,
  timeoutMs = TIMEOUT_MS,
}: {
  ctx: Context;
  dataDir: string;
  admission: Pick<Admission, 'getLoad'>;
  /** Null in a site with one server. */
  readNode?: () => NodeReading | null;
  sharedMs?: number;
  timeoutMs?: number;
}): (() => Promise<Sample[]>) => {
  const readSharedBacklog = cacheReadingBriefly(() => readWaitingWork(ctx), {
    sharedMs,
    timeoutMs,
  });
  const readSharedDisk = cacheReadingBriefly(() => readDisk(dataDir), { sharedMs, timeoutMs });
  const labelChanges = Object.fromEntries(DETAIL_STATES.map((state) => [state, 0])) as Record<
    (typeof DETAIL_STATES)[number],
    number
  >;
  ctx.bus.on('print', ({ event }, senderId) => {
    // Each server counts its own.
    if (event.type === 'detail' && senderId === null) labelChanges[event.state] += 1;
  });
  return async () => {
    const [backlog, disk] = await Promise.all([readSharedBacklog(), readSharedDisk()]);
    return [
      ...collectPresenceSamples({
        clientsOnline: ctx.presence.countConnected(),
        pool: ctx.db.getPoolState?.(),
        work: admission.getLoad(),
        labelChanges,
      }),
      ...collectNodeSamples(readNode()),
      ...collectBacklogSamples(backlog),
      ...collectDiskSamples(disk),
    ];
  };
};
