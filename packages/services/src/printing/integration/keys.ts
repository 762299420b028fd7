import {
  type CallOutput,
  type CallParsed,
  type KeyKind,
  MAX_KEYS,
  type Scope,
  SCOPES,
} from '@yunbiao/contract';
import {
  type ApiKeyTable,
  type Executor,
  createQueryCompiledOnce,
  type Selectable,
  runMemberTransaction,
} from '@yunbiao/db';
import { generateSecret, computeSha256 } from '../../identity/account/session.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { recordSecurityEvent } from '../../identity/security/event.ts';
import { toIso, toIsoOrNull, MINUTE } from '../../platform/time.ts';
import { cancelWaitingDeliveries } from '../webhook/stop-sending.ts';
import { getMaxCallsPerMinute } from './calls-per-minute.ts';

type Key = CallOutput<'apiKeyRevoke'>;

/** Readable characters of a key: its prefix, and enough to distinguish it from twenty others. */
const HINT_LENGTH = 'yb_live_'.length + 4;
/** Minimum interval between writes of `last_used_at`, ms. */
const MIN_TOUCH_INTERVAL_MS = MINUTE;
/** Maximum number of revoked keys in the list. */
const MAX_REVOKED_LISTED = 20;

const presentApiKey = (row: Selectable<ApiKeyTable>): Key => ({
  id: String(row.id),
  name: row.name,
  kind: row.kind as KeyKind,
  scopes: SCOPES.filter((scope) => row.scopes.split(' ').includes(scope)),
  hint: row.hint,
  createdAt: toIso(row.created_at),
  lastUsedAt: toIsoOrNull(row.last_used_at),
  lastAddress: row.last_address,
  revokedAt: toIsoOrNull(row.revoked_at),
});

/** Returns an API key of the member. @throws 404, also for a key of another member */
const getApiKey = async (
  executor: Executor,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<ApiKeyTable>> => {
  const row = await executor
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这个密钥');
  return row;
};

/** The member's keys: active ones first, then the last revoked. */
export const listApiKeys = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'apiKeyList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('api_key')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy((eb) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(MAX_KEYS + MAX_REVOKED_LISTED)
    .execute();
  return {
    list: rows.map(presentApiKey),
    callsPerMinute: await getMaxCallsPerMinute(ctx.db.kysely, { memberId, now: ctx.now() }),
  };
};

/**
 * Creates a key. The key itself is returned only here; only its hash is stored.
 * @throws 409 when there are too many
 */
export const addApiKey = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'apiKeyAdd'> }): Promise<CallOutput<'apiKeyAdd'>> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const { name, kind } = input;
    const live = await tx
      .selectFrom('api_key')
      .select('name')
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .execute();
    if (live.length >= MAX_KEYS) throw createConflictError(`最多 ${MAX_KEYS} 个密钥，先撤销不用的`);
    if (live.some((liveKey) => liveKey.name === name))
      throw createInvalidInputError({ name: `已经有叫“${name}”的密钥` });
    const key = `yb_${kind}_${generateSecret()}`;
    const row = await tx
      .insertInto('api_key')
      .values({
        member_id: memberId,
        name,
        kind,
        scopes: SCOPES.filter((scope) => input.scopes.includes(scope)).join(' '),
        key_hash: computeSha256(key),
        hint: key.slice(0, HINT_LENGTH),
        last_address: '',
        last_used_at: null,
        created_at: ctx.now(),
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = { kind, scopes: row.scopes };
    await recordSecurityEvent({ ctx, tx, kind: 'key.add', subject: `key:${row.id}`, detail });
    return { key, item: presentApiKey(row) };
  });

/** @throws 404; 400 when another key has the name; 409 when the key is revoked */
export const renameApiKey = ({
  ctx,
  memberId,
  id,
  name,
}: MemberScope & { id: number; name: string }): Promise<Key> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const before = await getApiKey(tx, { id, memberId });
    if (before.revoked_at !== null) throw createConflictError('这个密钥已经撤销了');
    const duplicate = await tx
      .selectFrom('api_key')
      .select('id')
      .where('member_id', '=', memberId)
      .where('name', '=', name)
      .where('id', '!=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (duplicate) throw createInvalidInputError({ name: `已经有叫“${name}”的密钥` });
    await tx.updateTable('api_key').set({ name }).where('id', '=', id).execute();
    return presentApiKey({ ...before, name });
  });

/** Revokes a key permanently. Idempotent. @throws 404 */
export const revokeApiKey = ({ ctx, memberId, id }: MemberScope & { id: number }): Promise<Key> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const row = await getApiKey(tx, { id, memberId });
    if (row.revoked_at !== null) return presentApiKey(row);
    const revoked_at = ctx.now();
    await tx
      .updateTable('api_key')
      .set({ revoked_at, webhook_secret: null })
      .where('id', '=', id)
      .execute();
    await cancelWaitingDeliveries({ ctx, tx, apiKeyId: id, why: '密钥撤销了' });
    await recordSecurityEvent({ ctx, tx, kind: 'key.revoke', subject: `key:${id}` });
    return presentApiKey({ ...row, revoked_at });
  });

const selectKeyByHash = createQueryCompiledOnce((db, { hash }: { hash: string }) =>
  db.selectFrom('api_key').selectAll().where('key_hash', '=', hash).where('revoked_at', 'is', null),
);

/** The owner of a valid key. */
export type KeyHolder = {
  id: number;
  memberId: number;
  name: string;
  kind: KeyKind;
  scopes: readonly Scope[];
  /** Last recorded use, epoch ms; null before the first. */
  lastUsedAt: number | null;
};

/** Finds an API key by its secret; null when it is unknown or revoked. */
export const findApiKey = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<KeyHolder | null> => {
  const [row] = await selectKeyByHash(ctx.db.kysely, { hash: computeSha256(key) });
  if (!row) return null;
  const { kind, scopes } = presentApiKey(row);
  return {
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    kind,
    scopes,
    lastUsedAt: row.last_used_at,
  };
};

/** Records use and address of a key, at most once a minute. */
export const recordApiKeyUse = async ({
  ctx,
  holder: { id, lastUsedAt },
  address,
}: {
  ctx: Context;
  holder: KeyHolder;
  address: string;
}): Promise<void> => {
  const now = ctx.now();
  if (lastUsedAt !== null && now - lastUsedAt < MIN_TOUCH_INTERVAL_MS) return;
  await ctx.db.kysely
    .updateTable('api_key')
    .set({ last_used_at: now, last_address: address })
    .where('id', '=', id)
    .execute();
};
