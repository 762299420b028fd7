import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import {
  getVirtualClientOfMember,
  requireVirtualPrinters,
  startVirtualPrinter,
} from './get-virtual.ts';

/** Output of a member's virtual printer; opens it first. @throws 403, 404, 503 */
export const readVirtualRoll = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'virtualRoll'> }): Promise<CallOutput<'virtualRoll'>> => {
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtualPrinters(ctx);
  await startVirtualPrinter(ctx, client);
  return virtual.readRoll(client.id, input.after);
};
