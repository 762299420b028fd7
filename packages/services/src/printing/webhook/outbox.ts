import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@yunbiao/contract';
import type { BatchCounts } from '@yunbiao/contract/evidence';
import {
  type Insertable,
  type LockedBatch,
  onCommit,
  type Tx,
  type WebhookDeliveryTable,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { DAY } from '../../platform/time.ts';
import { buildEventBody } from './event.ts';

type Scope = { ctx: Context; tx: Tx };

/** Period during which delivery of an event is retried. */
export const RETRY_PERIOD_MS = DAY;

/** Id of a message, the same in all attempts. */
export const createMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** A delivery that waits for its first attempt. */
export const buildWaitingDelivery = (
  ctx: Context,
): Omit<
  Insertable<WebhookDeliveryTable>,
  'member_id' | 'api_key_id' | 'webhook_id' | 'url' | 'event' | 'subject' | 'body'
> => {
  const now = ctx.now();
  return {
    message_id: createMessageId(),
    state: 'waiting',
    tries: 0,
    status: null,
    error: '',
    created_at: now,
    next_at: now,
    give_up_at: now + RETRY_PERIOD_MS,
    last_at: null,
  };
};

/** Wakes the sender after the commit. */
export const wakeWebhookSender = ({ ctx, tx }: Scope): void =>
  onCommit(tx, () => ctx.bus.emit('webhook-work', {}));

type Change = {
  uncertainBefore: number;
  after: LockedBatch;
  counts: BatchCounts;
  hasChanged: boolean;
};

/**
 * Events of a change: a finished batch, again when its result changes, and every increase of
 * uncertain labels.
 */
const listWebhookEventsOfChange = ({
  uncertainBefore,
  after,
  counts,
  hasChanged,
}: Change): WebhookEvent[] => [
  ...(counts.uncertain > uncertainBefore ? (['batch.uncertain'] as const) : []),
  ...(hasChanged && after.finished_at !== null ? (['batch.finished'] as const) : []),
];

/**
 * Enqueues webhook messages for a change in the transaction that makes it (outbox pattern): no
 * message without the change, and no change without its message. Batches from the web site or of
 * revoked keys have no messages.
 */
export const enqueueBatchEvents = async (scope: Scope, change: Change): Promise<void> => {
  const { ctx, tx } = scope;
  const { after, counts } = change;
  const keyId = after.api_key_id;
  const events = keyId === null ? [] : listWebhookEventsOfChange(change);
  if (keyId === null || events.length === 0) return;
  const key = await tx
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('webhook_secret', 'is not', null)
    .executeTakeFirst();
  if (!key) return;
  const webhooks = await tx
    .selectFrom('webhook')
    .select(['id', 'url', 'events'])
    .where('api_key_id', '=', keyId)
    .where('enabled', '=', 1)
    .execute();
  const rows = events.flatMap((event) => {
    const targets = webhooks.flatMap(({ id, url, events: wantedEvents }) =>
      wantedEvents.split(' ').includes(event) ? [{ webhook_id: id as number | null, url }] : [],
    );
    const ownTargets = after.webhook === null ? [] : [{ webhook_id: null, url: after.webhook }];
    return [...targets, ...ownTargets].map((target) => ({
      ...target,
      ...buildWaitingDelivery(ctx),
      member_id: after.member_id,
      api_key_id: keyId,
      event,
      subject: after.batch_no,
      body: buildEventBody(event, { at: ctx.now(), batch: after, counts }),
    }));
  });
  if (rows.length === 0) return;
  await tx.insertInto('webhook_delivery').values(rows).execute();
  wakeWebhookSender(scope);
};
