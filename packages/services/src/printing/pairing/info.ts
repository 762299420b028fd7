import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { countSecondsTo } from '../../platform/time.ts';
import { tryPairCode } from './guess-code.ts';
import { getWaitingPairing } from './open-pairing.ts';

/** Details of the machine for the member to check before confirming: name, system, address. */
export const pairInfo = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'pairInfo'> }): Promise<CallOutput<'pairInfo'>> => {
  const row = await tryPairCode({ ctx, memberId }, () =>
    getWaitingPairing({ ctx, executor: ctx.db.kysely, code: input.code }),
  );
  return {
    code: row.code,
    machineName: row.machine_name,
    system: row.system,
    address: row.address,
    leftS: countSecondsTo(row.expires_at, ctx.now()),
  };
};
