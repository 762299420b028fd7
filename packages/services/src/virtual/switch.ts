import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { getVirtualOfMember, requireVirtual, wake } from './get-virtual.ts';

/** Takes the paper out, opens the cover, slows down, pulls the cable; and puts that right. @throws 403, 404, 503 */
export const virtualSwitch = async ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'virtualSwitch'>;
}): Promise<CallOutput<'virtualSwitch'>> => {
  const client = await getVirtualOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtual(ctx);
  await wake(ctx, client);
  return virtual.set(client.id, input.name, input.on);
};
