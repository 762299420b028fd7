import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { countSecondsTo } from '../../platform/time.ts';
import { limitPairCodeGuesses } from './guess-code.ts';
import { getWaitingPairing } from './open-pairing.ts';

/** Details of the machine for the member to check before confirming: name, system, address. */
export const getPairingInfo = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'pairInfo'> }): Promise<CallOutput<'pairInfo'>> => {
  const row = await limitPairCodeGuesses({ ctx, memberId }, () =>
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
