import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { secondsTo } from '../time.ts';
import { guessPairCode } from './guess-code.ts';
import { openPairing } from './open-pairing.ts';

/** What a member sees before confirming: which machine, which system, from where. */
export const pairInfo = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'pairInfo'>;
}): Promise<CallOutput<'pairInfo'>> => {
  const row = await guessPairCode({ ctx, memberId }, () =>
    openPairing({ ctx, executor: ctx.db.kysely, code: input.code }),
  );
  return {
    code: row.code,
    machineName: row.machine_name,
    system: row.system,
    address: row.address,
    leftS: secondsTo(row.expires_at, ctx.now()),
  };
};
