import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@yunbiao/contract';
import type { BatchCounts } from '@yunbiao/contract/evidence';
import {
  type BatchTable,
  type Insertable,
  onCommit,
  type Selectable,
  type Tx,
  type WebhookDeliveryTable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY } from '../time.ts';
import { getBody } from './event.ts';

type Scope = { ctx: Context; tx: Tx };

/** How long an event is tried. */
export const GIVE_UP_MS = DAY;

/** Names a message, the same at every try. */
export const newMessageId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** A message that waits for its first try. */
export const waiting = (
  ctx: Context,
): Omit<
  Insertable<WebhookDeliveryTable>,
  'member_id' | 'api_key_id' | 'webhook_id' | 'url' | 'event' | 'subject' | 'body'
> => {
  const now = ctx.now();
  return {
    message_id: newMessageId(),
    state: 'waiting',
    tries: 0,
    status: null,
    error: '',
    created_at: now,
    next_at: now,
    give_up_at: now + GIVE_UP_MS,
    last_at: null,
  };
};

/** Lets the sender know, once what waits is durable. */
export const wakeSender = ({ ctx, tx }: Scope): void =>
  onCommit(tx, () => ctx.bus.emit('webhook-work', {}));

type Change = {
  uncertainBefore: number;
  after: Selectable<BatchTable>;
  counts: BatchCounts;
  hasChanged: boolean;
};

/** A batch at rest is told, and told again when its outcome changes; so is each label more that nobody is sure of. */
const listEvents = ({ uncertainBefore, after, counts, hasChanged }: Change): WebhookEvent[] => [
  ...(counts.uncertain > uncertainBefore ? (['batch.uncertain'] as const) : []),
  ...(hasChanged && after.finished_at !== null ? (['batch.finished'] as const) : []),
];

/**
 * Stores what the systems of the member are to hear of a change, in the transaction that makes it: nothing is told that
 * did not happen, and nothing that happened is left untold. Batches of pages and of revoked keys tell nobody.
 */
export const tellOfBatch = async (scope: Scope, change: Change): Promise<void> => {
  const { ctx, tx } = scope;
  const { after, counts } = change;
  const keyId = after.api_key_id;
  const events = keyId === null ? [] : listEvents(change);
  if (keyId === null || events.length === 0) return;
  const key = await tx
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('webhook_secret', 'is not', null)
    .executeTakeFirst();
  if (!key) return;
  const listed = await tx
    .selectFrom('webhook')
    .select(['id', 'url', 'events'])
    .where('api_key_id', '=', keyId)
    .where('enabled', '=', 1)
    .execute();
  const rows = events.flatMap((event) => {
    const targets = listed.flatMap(({ id, url, events: wanted }) =>
      wanted.split(' ').includes(event) ? [{ webhook_id: id as number | null, url }] : [],
    );
    const own = after.webhook === null ? [] : [{ webhook_id: null, url: after.webhook }];
    return [...targets, ...own].map((target) => ({
      ...target,
      ...waiting(ctx),
      member_id: after.member_id,
      api_key_id: keyId,
      event,
      subject: after.batch_no,
      body: getBody(event, { at: ctx.now(), batch: after, counts }),
    }));
  });
  if (rows.length === 0) return;
  await tx.insertInto('webhook_delivery').values(rows).execute();
  wakeSender(scope);
};
