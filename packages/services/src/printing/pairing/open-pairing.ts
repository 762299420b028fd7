import { normalizePairCode } from '@yunbiao/contract/gateway/pair-code';
import type { Executor, PairingTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';

/**
 * Finds the waiting pairing of a code.
 * @throws 404 for a code that is unknown, used or expired; `tryPairCode` counts these
 */
export const getWaitingPairing = async ({
  ctx,
  executor,
  code,
}: {
  ctx: Context;
  executor: Executor;
  code: string;
}): Promise<Selectable<PairingTable>> => {
  const row = await executor
    .selectFrom('pairing')
    .selectAll()
    .where('code', '=', normalizePairCode(code))
    .where('client_id', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (row) return row;
  throw createNotFoundError('没有这个配对码，或者它已经用过、过期了；请看电脑上显示的 8 位码');
};
