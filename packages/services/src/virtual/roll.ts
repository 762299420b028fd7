import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { getVirtualOfMember, requireVirtual, wake } from './get-virtual.ts';

/** What came out of a member's virtual printer, which is woken for it. @throws 403, 404, 503 */
export const virtualRoll = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'virtualRoll'>;
}): Promise<CallOutput<'virtualRoll'>> => {
  const client = await getVirtualOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtual(ctx);
  await wake(ctx, client);
  return virtual.roll(client.id, input.after);
};
