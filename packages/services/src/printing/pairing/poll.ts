import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { runTransaction } from '@yunbiao/db';
import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import { generateSecret, computeSha256 } from '../../identity/account/session.ts';
import type { Context } from '../../platform/context.ts';

type Answer = CallOutput<'agentPairPoll'>;

const EXPIRED: Answer = { state: 'expired', clientId: null, key: null };

/**
 * Whether the pairing is confirmed. Creates the client key and returns it once, to the holder of
 * the agent's secret.
 */
export const pollPairing = ({
  ctx,
  input,
}: {
  ctx: Context;
  input: CallParsed<'agentPairPoll'>;
}): Promise<Answer> =>
  runTransaction(ctx.db, async (tx): Promise<Answer> => {
    const row = await tx
      .selectFrom('pairing')
      .leftJoin('client', 'client.id', 'pairing.client_id')
      .select(['pairing.id', 'pairing.client_id', 'pairing.expires_at', 'client.revoked_at'])
      .where('pairing.secret_hash', '=', computeSha256(input.secret))
      .executeTakeFirst();
    if (!row) return EXPIRED;
    if (row.client_id === null) {
      return row.expires_at > ctx.now() ? { state: 'waiting', clientId: null, key: null } : EXPIRED;
    }
    if (row.revoked_at !== null) return EXPIRED;
    const clientId = String(row.client_id);
    const collected = await tx
      .updateTable('pairing')
      .set({ collected: 1 })
      .where('id', '=', row.id)
      .where('collected', '=', 0)
      .executeTakeFirst();
    if (collected.numUpdatedRows === 0n) return { state: 'confirmed', clientId, key: null };
    const key = generateSecret();
    await tx
      .updateTable('client')
      .set({ key_hash: hashClientKey(key) })
      .where('id', '=', row.client_id)
      .execute();
    return { state: 'confirmed', clientId, key };
  });
