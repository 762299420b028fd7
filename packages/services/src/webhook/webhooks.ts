import { type CallOutput, type CallParsed, type KeyKind, MAX_WEBHOOKS } from '@yunbiao/contract';
import { WEBHOOK_EVENTS } from '@yunbiao/contract/webhook-events';
import {
  type Executor,
  lockMember,
  type Selectable,
  transaction,
  type Tx,
  type WebhookTable,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { presentWebhook } from './present.ts';
import { canSubmit, liveKey, makeSecret } from './secret.ts';
import { stopSending } from './stop.ts';
import { urlTrouble } from './target.ts';

type Mine = { ctx: Context; memberId: number };

/** @throws 404, also for anybody else's */
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
  if (!row) throw notFound('没有这个接收地址');
  return row;
};

const listRows = (executor: Executor, memberId: number): Promise<Selectable<WebhookTable>[]> =>
  executor
    .selectFrom('webhook')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();

/** The addresses, and every key that works or has one. */
export const webhookList = async ({ ctx, memberId }: Mine): Promise<CallOutput<'webhookList'>> => {
  const { kysely } = ctx.db;
  const rows = await listRows(kysely, memberId);
  const used = new Set(rows.map((row) => row.api_key_id));
  const keys = await kysely
    .selectFrom('api_key')
    .select(['id', 'name', 'kind', 'scopes', 'revoked_at', 'webhook_secret'])
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('id', 'in', [0, ...used])]))
    .orderBy('id', 'desc')
    .execute();
  return {
    list: rows.map(presentWebhook),
    keys: keys.map((key) => ({
      id: String(key.id),
      name: key.name,
      kind: key.kind as KeyKind,
      isRevoked: key.revoked_at !== null,
      canSubmit: canSubmit(key.scopes),
      hasSecret: key.webhook_secret !== null,
    })),
  };
};

const refuse = (
  rows: readonly Selectable<WebhookTable>[],
  { id, keyId, url }: { id: number | null; keyId: number; url: string },
): void => {
  if (id === null && rows.length >= MAX_WEBHOOKS)
    throw conflict(`最多 ${MAX_WEBHOOKS} 个接收地址，先删掉不用的`);
  if (rows.some((row) => row.id !== id && row.api_key_id === keyId && row.url === url))
    throw invalid({ url: '这个密钥已经有这个接收地址' });
};

const store = async (
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
 * Adds an address, or changes one. The first of a key gives it a secret, answered here once.
 * @throws 400 for an address it cannot be, or a key no batch comes of; 404; 409 for too many or a revoked key
 */
export const saveWebhook = ({
  ctx,
  memberId,
  input,
}: Mine & { input: CallParsed<'webhookSave'> }): Promise<CallOutput<'webhookSave'>> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const { url } = input;
    const trouble = urlTrouble(url, ctx.settings.webhookAllow ?? []);
    if (trouble) throw invalid({ url: trouble });
    const id = input.id === undefined ? null : Number(input.id);
    const before = id === null ? null : await getWebhook(tx, { id, memberId });
    const key = await liveKey(tx, { keyId: Number(input.keyId), memberId });
    // One that has such a key from before can still be switched off.
    if (before?.api_key_id !== key.id && !canSubmit(key.scopes))
      throw invalid({ keyId: '这个密钥不能提交打印，没有批次可以通知' });
    refuse(await listRows(tx, memberId), { id, keyId: key.id, url });
    const row = await store(tx, id, {
      member_id: memberId,
      api_key_id: key.id,
      url,
      events: WEBHOOK_EVENTS.filter((event) => input.events.includes(event)).join(' '),
      enabled: input.enabled ? 1 : 0,
      created_at: ctx.now(),
    });
    // What waits was meant for another address, or for nobody any more.
    if (before && (before.url !== url || !input.enabled))
      await stopSending({ ctx, tx, webhookId: row.id, why: '接收地址改了或停用了' });
    const secret = key.webhook_secret === null ? await makeSecret(ctx, tx, key.id) : null;
    return { item: presentWebhook(row), secret };
  });

/** @throws 404 */
export const deleteWebhook = ({ ctx, memberId, id }: Mine & { id: number }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    await getWebhook(tx, { id, memberId });
    await stopSending({ ctx, tx, webhookId: id, why: '接收地址删掉了' });
    await tx
      .updateTable('webhook_delivery')
      .set({ webhook_id: null })
      .where('webhook_id', '=', id)
      .execute();
    await tx.deleteFrom('webhook').where('id', '=', id).execute();
  });

/** Gives a key a new secret; the former one signs nothing any more. @throws 404, 409 */
export const newWebhookSecret = ({
  ctx,
  memberId,
  keyId,
}: Mine & { keyId: number }): Promise<{ secret: string }> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const key = await liveKey(tx, { keyId, memberId });
    return { secret: await makeSecret(ctx, tx, key.id) };
  });
