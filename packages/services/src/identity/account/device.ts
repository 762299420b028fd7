import type { Tx } from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { DAY } from '../../platform/time.ts';
import { generateSecret, type Origin, computeSha256 } from './session.ts';

/** Retention of a remembered browser after its last sign-in. */
export const DEVICE_RETENTION_MS = 180 * DAY;
/** Remembered browsers per member. The least recently used ones are deleted. */
const MAX_DEVICES = 50;
const SECRET_PATTERN = /^[\w-]{43}$/;

const hashDeviceSecret = ({ device = '' }: Origin): string | null =>
  SECRET_PATTERN.test(device) ? computeSha256(device) : null;

/**
 * How an account recognizes a visitor: `device` is the owner's browser, `network` may also match
 * neighbours.
 */
type RecognizedVisitor = {
  by: 'device' | 'network';
  /** Key that this visitor's attempts are counted under. */
  key: string;
};

/**
 * Recognizes a visitor by the browser's secret, else by the network of an earlier sign-in. Returns
 * null for a stranger. Unknown accounts (member 0) take the same path.
 */
export const recognizeVisitorOrNull = async ({
  ctx,
  memberId,
  origin,
}: MemberScope & { origin: Origin }): Promise<RecognizedVisitor | null> => {
  const rows = await ctx.db.kysely
    .selectFrom('device')
    .select(['id', 'token_hash', 'network'])
    .where('member_id', '=', memberId)
    .where('last_used_at', '>', ctx.now() - DEVICE_RETENTION_MS)
    .limit(MAX_DEVICES)
    .execute();
  const hash = hashDeviceSecret(origin);
  const ownRow = rows.find((row) => row.token_hash === hash);
  if (ownRow) return { by: 'device', key: `device ${ownRow.id}` };
  const network = getRateLimitNetwork(origin.address);
  const isNear = network !== '' && rows.some((row) => row.network === network);
  return isNear ? { by: 'network', key: `near ${network}` } : null;
};

/** Deletes the least recently used browsers over the limit. */
const deleteExcessDevices = async (tx: Tx, memberId: number): Promise<void> => {
  const keptIds = tx
    .selectFrom('device')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DEVICES);
  await tx
    .deleteFrom('device')
    .where('member_id', '=', memberId)
    .where('id', 'not in', keptIds)
    .execute();
};

/** True for a secret this site issued, to any member. Other secrets are not accepted. */
const isDeviceSecretIssuedHere = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx.selectFrom('device').select('id').where('token_hash', '=', hash).executeTakeFirst()) !==
  undefined;

/** Stores that the member signed in with this browser. Returns the secret the browser stores. */
export const rememberDevice = async ({
  ctx,
  tx,
  memberId,
  origin,
}: {
  ctx: Context;
  tx: Tx;
  memberId: number;
  origin: Origin;
}): Promise<string> => {
  const now = ctx.now();
  const givenHash = hashDeviceSecret(origin);
  const secret =
    givenHash !== null && (await isDeviceSecretIssuedHere(tx, givenHash)) && origin.device
      ? origin.device
      : generateSecret();
  const network = getRateLimitNetwork(origin.address);
  await tx
    .insertInto('device')
    .values({
      member_id: memberId,
      token_hash: computeSha256(secret),
      network,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'token_hash']).doUpdateSet({ network, last_used_at: now }),
    )
    .execute();
  await deleteExcessDevices(tx, memberId);
  return secret;
};

/** Deletes browsers after their retention. Returns the number of rows. */
export const deleteExpiredDevices = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('device')
    .where('last_used_at', '<=', ctx.now() - DEVICE_RETENTION_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
