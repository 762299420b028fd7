import type { BatchCounts, BatchState } from '@yunbiao/contract/evidence';
import type { WebhookEvent } from '@yunbiao/contract';
import { toIso, toIsoOrNull } from '../../platform/time.ts';

/** Batch data in a message. Receivers query the labels with the print API. */
export type EventBatch = {
  batchNo: string;
  state: BatchState;
  total: number;
  counts: BatchCounts;
  createdAt: string;
  finishedAt: string | null;
};

export type WebhookBatchRow = {
  batch_no: string;
  state: string;
  total: number;
  created_at: number;
  finished_at: number | null;
};

const presentBatchForWebhook = (batch: WebhookBatchRow, counts: BatchCounts): EventBatch => ({
  batchNo: batch.batch_no,
  state: batch.state as BatchState,
  total: batch.total,
  counts,
  createdAt: toIso(batch.created_at),
  finishedAt: toIsoOrNull(batch.finished_at),
});

/** Body of a message in the format of Standard Webhooks: type, timestamp, data. */
export const buildEventBody = (
  event: WebhookEvent | 'ping',
  { at, batch, counts }: { at: number; batch: WebhookBatchRow; counts: BatchCounts },
): string =>
  JSON.stringify({
    type: event,
    timestamp: toIso(at),
    data: presentBatchForWebhook(batch, counts),
  });

/** Body of a test message. */
export const createPingBody = (at: number): string =>
  JSON.stringify({ type: 'ping', timestamp: toIso(at), data: { text: '云标 Webhook 测试' } });
