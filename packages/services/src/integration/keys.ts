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
  lockMember,
  prepared,
  type Selectable,
  transaction,
} from '@yunbiao/db';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { securityEvent } from '../security/event.ts';
import { iso, isoOrNull, MINUTE } from '../time.ts';
import { stopSending } from '../webhook/stop.ts';
import { callsPerMinute } from './calls-per-minute.ts';

type Key = CallOutput<'apiKeyRevoke'>;
type Mine = { ctx: Context; memberId: number };

/** Characters of a key that stay readable: its kind and as much as tells it from twenty others. */
const HINT_LENGTH = 'yb_live_'.length + 4;
/** A use is written down at most this often. */
const TOUCH_MS = MINUTE;
/** Revoked keys that are still listed. */
const REVOKED_SHOWN = 20;

const presentKey = (row: Selectable<ApiKeyTable>): Key => ({
  id: String(row.id),
  name: row.name,
  kind: row.kind as KeyKind,
  scopes: SCOPES.filter((scope) => row.scopes.split(' ').includes(scope)),
  hint: row.hint,
  createdAt: iso(row.created_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  lastAddress: row.last_address,
  revokedAt: isoOrNull(row.revoked_at),
});

/** @throws 404, also for anybody else's */
const getKey = async (
  executor: Executor,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<ApiKeyTable>> => {
  const row = await executor
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw notFound('没有这个密钥');
  return row;
};

/** The member's keys: those that work, then those last revoked. */
export const apiKeyList = async ({ ctx, memberId }: Mine): Promise<CallOutput<'apiKeyList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('api_key')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy((eb) => eb.case().when('revoked_at', 'is', null).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(MAX_KEYS + REVOKED_SHOWN)
    .execute();
  return {
    list: rows.map(presentKey),
    callsPerMinute: await callsPerMinute(ctx.db.kysely, { memberId, now: ctx.now() }),
  };
};

/** Makes a key. It is answered here, and known to nobody afterwards. @throws 409 when there are too many */
export const addApiKey = ({
  ctx,
  memberId,
  input,
}: Mine & { input: CallParsed<'apiKeyAdd'> }): Promise<CallOutput<'apiKeyAdd'>> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const { name, kind } = input;
    const live = await tx
      .selectFrom('api_key')
      .select('name')
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .execute();
    if (live.length >= MAX_KEYS) throw conflict(`最多 ${MAX_KEYS} 个密钥，先撤销不用的`);
    if (live.some((one) => one.name === name)) throw invalid({ name: `已经有叫“${name}”的密钥` });
    const key = `yb_${kind}_${newSecret()}`;
    const row = await tx
      .insertInto('api_key')
      .values({
        member_id: memberId,
        name,
        kind,
        scopes: SCOPES.filter((scope) => input.scopes.includes(scope)).join(' '),
        key_hash: sha256(key),
        hint: key.slice(0, HINT_LENGTH),
        last_address: '',
        last_used_at: null,
        created_at: ctx.now(),
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const detail = { kind, scopes: row.scopes };
    await securityEvent({ ctx, tx, kind: 'key.add', subject: `key:${row.id}`, detail });
    return { key, item: presentKey(row) };
  });

/** @throws 404; 400 for a name another key has; 409 for a revoked one */
export const renameApiKey = ({
  ctx,
  memberId,
  id,
  name,
}: Mine & { id: number; name: string }): Promise<Key> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const before = await getKey(tx, { id, memberId });
    if (before.revoked_at !== null) throw conflict('这个密钥已经撤销了');
    const other = await tx
      .selectFrom('api_key')
      .select('id')
      .where('member_id', '=', memberId)
      .where('name', '=', name)
      .where('id', '!=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (other) throw invalid({ name: `已经有叫“${name}”的密钥` });
    await tx.updateTable('api_key').set({ name }).where('id', '=', id).execute();
    return presentKey({ ...before, name });
  });

/** Ends a key for good. Revoking it again changes nothing. @throws 404 */
export const revokeApiKey = ({ ctx, memberId, id }: Mine & { id: number }): Promise<Key> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const row = await getKey(tx, { id, memberId });
    if (row.revoked_at !== null) return presentKey(row);
    const revoked_at = ctx.now();
    await tx
      .updateTable('api_key')
      .set({ revoked_at, webhook_secret: null })
      .where('id', '=', id)
      .execute();
    await stopSending({ ctx, tx, apiKeyId: id, why: '密钥撤销了' });
    await securityEvent({ ctx, tx, kind: 'key.revoke', subject: `key:${id}` });
    return presentKey({ ...row, revoked_at });
  });

const byHash = prepared((db, { hash }: { hash: string }) =>
  db.selectFrom('api_key').selectAll().where('key_hash', '=', hash).where('revoked_at', 'is', null),
);

/** What a good key opens. */
export type KeyHolder = {
  id: number;
  memberId: number;
  name: string;
  kind: KeyKind;
  scopes: readonly Scope[];
  /** When a use was last written down; epoch ms, null before the first. */
  lastUsedAt: number | null;
};

/** Whose key it is; null for one that is unknown or revoked. */
export const findApiKey = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<KeyHolder | null> => {
  const [row] = await byHash(ctx.db.kysely, { hash: sha256(key) });
  if (!row) return null;
  const { kind, scopes } = presentKey(row);
  return {
    id: row.id,
    memberId: row.member_id,
    name: row.name,
    kind,
    scopes,
    lastUsedAt: row.last_used_at,
  };
};

/** Writes down that a key was used, and from where; once a minute at most. */
export const touchApiKey = async ({
  ctx,
  holder: { id, lastUsedAt },
  address,
}: {
  ctx: Context;
  holder: KeyHolder;
  address: string;
}): Promise<void> => {
  const now = ctx.now();
  if (lastUsedAt !== null && now - lastUsedAt < TOUCH_MS) return;
  await ctx.db.kysely
    .updateTable('api_key')
    .set({ last_used_at: now, last_address: address })
    .where('id', '=', id)
    .execute();
};
