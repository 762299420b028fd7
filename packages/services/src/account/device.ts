import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getNetwork } from '../network.ts';
import { DAY } from '../time.ts';
import { newSecret, type Origin, sha256 } from './session.ts';

/** A browser is remembered this long after its last sign-in. */
export const DEVICE_MS = 180 * DAY;
/** Of one member; the longest unused goes. */
const MAX_DEVICES = 50;
const SECRET = /^[\w-]{43}$/;

const computeHash = ({ device = '' }: Origin): string | null =>
  SECRET.test(device) ? sha256(device) : null;

/** By what an account knows a visitor: `device` is the owner's own browser, behind a `network` are neighbours, too. */
type Known = {
  by: 'device' | 'network';
  /** What is counted of this visitor is counted under it. */
  key: string;
};

/**
 * By what the member knows a visitor: the browser's own secret, else the network of an earlier sign-in; null for a stranger.
 * A name nobody has (member 0) is looked up the same way.
 */
export const knownBy = async ({
  ctx,
  memberId,
  origin,
}: {
  ctx: Context;
  memberId: number;
  origin: Origin;
}): Promise<Known | null> => {
  const rows = await ctx.db.kysely
    .selectFrom('device')
    .select(['id', 'token_hash', 'network'])
    .where('member_id', '=', memberId)
    .where('last_used_at', '>', ctx.now() - DEVICE_MS)
    .limit(MAX_DEVICES)
    .execute();
  const hash = computeHash(origin);
  const own = rows.find((row) => row.token_hash === hash);
  if (own) return { by: 'device', key: `device ${own.id}` };
  const network = getNetwork(origin.address);
  const isNear = network !== '' && rows.some((row) => row.network === network);
  return isNear ? { by: 'network', key: `near ${network}` } : null;
};

/** Browsers of the member beyond the limit, the longest unused first to go. */
const prune = async (tx: Tx, memberId: number): Promise<void> => {
  const kept = tx
    .selectFrom('device')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_DEVICES);
  await tx
    .deleteFrom('device')
    .where('member_id', '=', memberId)
    .where('id', 'not in', kept)
    .execute();
};

/** A secret that was made here is used on, by whichever member; one that somebody brought along is not. */
const isOurs = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx.selectFrom('device').select('id').where('token_hash', '=', hash).executeTakeFirst()) !==
  undefined;

/** Remembers that the member has signed in with this browser. Returns the secret it is to keep. */
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
  const given = computeHash(origin);
  const secret =
    given !== null && (await isOurs(tx, given)) && origin.device ? origin.device : newSecret();
  const network = getNetwork(origin.address);
  await tx
    .insertInto('device')
    .values({
      member_id: memberId,
      token_hash: sha256(secret),
      network,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'token_hash']).doUpdateSet({ network, last_used_at: now }),
    )
    .execute();
  await prune(tx, memberId);
  return secret;
};

/** Forgets browsers nobody has signed in with for long. Returns how many. */
export const sweepDevices = async ({ ctx }: { ctx: Context }): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('device')
    .where('last_used_at', '<=', ctx.now() - DEVICE_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
