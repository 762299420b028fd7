import type { BatchCounts, BatchState } from '@yunbiao/contract/evidence';
import type { WebhookEvent } from '@yunbiao/contract';
import { iso, isoOrNull } from '../time.ts';

/** What is told of a batch; its labels are asked for with the print API. */
export type ToldBatch = {
  batchNo: string;
  state: BatchState;
  total: number;
  counts: BatchCounts;
  createdAt: string;
  finishedAt: string | null;
};

export type BatchAsItIs = {
  batch_no: string;
  state: string;
  total: number;
  created_at: number;
  finished_at: number | null;
};

const toldBatch = (batch: BatchAsItIs, counts: BatchCounts): ToldBatch => ({
  batchNo: batch.batch_no,
  state: batch.state as BatchState,
  total: batch.total,
  counts,
  createdAt: iso(batch.created_at),
  finishedAt: isoOrNull(batch.finished_at),
});

/** The body of a message, in the frame of Standard Webhooks: what, when, about what. */
export const getBody = (
  event: WebhookEvent | 'ping',
  { at, batch, counts }: { at: number; batch: BatchAsItIs; counts: BatchCounts },
): string => JSON.stringify({ type: event, timestamp: iso(at), data: toldBatch(batch, counts) });

/** The body of a test: it says of itself that it is about nothing. */
export const pingBody = (at: number): string =>
  JSON.stringify({ type: 'ping', timestamp: iso(at), data: { text: '云标 Webhook 测试' } });
