import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import {
  getVirtualClientOfMember,
  requireVirtualPrinters,
  startVirtualPrinter,
} from './get-virtual.ts';

/**
 * Simulates a fault of the virtual printer or ends it: no paper, open cover, slow printing,
 * unplugged.
 * @throws 403, 404, 503
 */
export const setVirtualFault = async ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'virtualSwitch'> }): Promise<CallOutput<'virtualSwitch'>> => {
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtualPrinters(ctx);
  await startVirtualPrinter(ctx, client);
  return virtual.set(client.id, input.name, input.on);
};
