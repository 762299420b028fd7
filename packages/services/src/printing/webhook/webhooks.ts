import { type CallOutput, type CallParsed, type KeyKind, MAX_WEBHOOKS } from '@yunbiao/contract';
import { WEBHOOK_EVENTS } from '@yunbiao/contract/site/webhook-events';
import {
  type Executor,
  type Selectable,
  type Tx,
  type WebhookTable,
  runMemberTransaction,
} from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { presentWebhook } from './present.ts';
import { canKeySubmitBatches, requireLiveKey, createWebhookSecret } from './secret.ts';
import { cancelWaitingDeliveries } from './stop-sending.ts';
import { describeUrlFault } from './target.ts';

/** Returns a webhook of the member. @throws 404, also for a webhook of another member */
export const getWebhook = async (
  executor: Executor,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<WebhookTable>> => {
  const row = await executor
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这个接收地址');
  return row;
};

const listWebhookRows = (
  executor: Executor,
  memberId: number,
): Promise<Selectable<WebhookTable>[]> =>
  executor
    .selectFrom('webhook')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();

/** The member's webhooks, and all keys that are active or have a webhook. */
export const listWebhooksAndKeys = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'webhookList'>> => {
  const { kysely } = ctx.db;
  const rows = await listWebhookRows(kysely, memberId);
  const usedKeyIds = new Set(rows.map((row) => row.api_key_id));
  const keys = await kysely
    .selectFrom('api_key')
    .select(['id', 'name', 'kind', 'scopes', 'revoked_at', 'webhook_secret'])
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('id', 'in', [0, ...usedKeyIds])]))
    .orderBy('id', 'desc')
    .execute();
  return {
    list: rows.map(presentWebhook),
    keys: keys.map((key) => ({
      id: String(key.id),
      name: key.name,
      kind: key.kind as KeyKind,
      isRevoked: key.revoked_at !== null,
      canSubmit: canKeySubmitBatches(key.scopes),
      hasSecret: key.webhook_secret !== null,
    })),
  };
};

const refuseDuplicate = (
  rows: readonly Selectable<WebhookTable>[],
  { id, keyId, url }: { id: number | null; keyId: number; url: string },
): void => {
  if (id === null && rows.length >= MAX_WEBHOOKS)
    throw createConflictError(`最多 ${MAX_WEBHOOKS} 个接收地址，先删除不用的`);
  if (rows.some((row) => row.id !== id && row.api_key_id === keyId && row.url === url))
    throw createInvalidInputError({ url: '这个密钥已经有这个接收地址' });
};

const storeWebhook = async (
  tx: Tx,
  id: number | null,
  values: Omit<Selectable<WebhookTable>, 'id'>,
): Promise<Selectable<WebhookTable>> => {
  if (id === null)
    return tx.insertInto('webhook').values(values).returningAll().executeTakeFirstOrThrow();
  const { created_at: _kept, ...set } = values;
  return tx
    .updateTable('webhook')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * Creates or updates a webhook. The first webhook of a key creates its secret, returned only once.
 * @throws 400 for an invalid URL or a key that cannot submit batches; 404; 409 for too many
 * webhooks or a revoked key
 */
export const saveWebhook = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'webhookSave'> }): Promise<CallOutput<'webhookSave'>> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const { url } = input;
    const trouble = describeUrlFault(url, ctx.settings.webhookAllow ?? []);
    if (trouble) throw createInvalidInputError({ url: trouble });
    const id = input.id === undefined ? null : Number(input.id);
    const before = id === null ? null : await getWebhook(tx, { id, memberId });
    const key = await requireLiveKey(tx, { keyId: Number(input.keyId), memberId });
    // An existing webhook with such a key can still be disabled.
    if (before?.api_key_id !== key.id && !canKeySubmitBatches(key.scopes))
      throw createInvalidInputError({ keyId: '这个密钥不能提交打印，没有批次可以通知' });
    refuseDuplicate(await listWebhookRows(tx, memberId), { id, keyId: key.id, url });
    const row = await storeWebhook(tx, id, {
      member_id: memberId,
      api_key_id: key.id,
      url,
      events: WEBHOOK_EVENTS.filter((event) => input.events.includes(event)).join(' '),
      enabled: input.enabled ? 1 : 0,
      created_at: ctx.now(),
    });
    // Waiting messages were for the old URL, or are no longer wanted.
    if (before && (before.url !== url || !input.enabled))
      await cancelWaitingDeliveries({ ctx, tx, webhookId: row.id, why: '接收地址改了或停用了' });
    const secret = key.webhook_secret === null ? await createWebhookSecret(ctx, tx, key.id) : null;
    return { item: presentWebhook(row), secret };
  });

/** Deletes a webhook of the member. @throws 404 */
export const deleteWebhook = ({ ctx, memberId, id }: MemberScope & { id: number }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    await getWebhook(tx, { id, memberId });
    await cancelWaitingDeliveries({ ctx, tx, webhookId: id, why: '接收地址删除了' });
    await tx
      .updateTable('webhook_delivery')
      .set({ webhook_id: null })
      .where('webhook_id', '=', id)
      .execute();
    await tx.deleteFrom('webhook').where('id', '=', id).execute();
  });

/** Creates a new secret for a key; the old one is no longer used. @throws 404, 409 */
export const renewWebhookSecret = ({
  ctx,
  memberId,
  keyId,
}: MemberScope & { keyId: number }): Promise<{ secret: string }> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const key = await requireLiveKey(tx, { keyId, memberId });
    return { secret: await createWebhookSecret(ctx, tx, key.id) };
  });
