import { readPairCode } from '@yunbiao/contract/pair-code';
import type { Executor, PairingTable, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * The pairing waiting under a code.
 * @throws 404 for a code that is unknown, used or run out; within `guessPairCode`, which counts that
 */
export const openPairing = async ({
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
    .where('code', '=', readPairCode(code))
    .where('client_id', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  if (row) return row;
  throw notFound('没有这个配对码，或者它已经用过、过期了；请看电脑上显示的 8 位码');
};
