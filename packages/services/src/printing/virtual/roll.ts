import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { createBusyError } from '../../platform/errors.ts';
import {
  getVirtualClientOfMember,
  requireVirtualPrinters,
  startVirtualPrinterHere,
} from './get-virtual.ts';
import { locateVirtualHome } from './virtual-home.ts';

const RETRY_S = 5;

type RollRequest = MemberScope & { input: CallParsed<'virtualRoll'> };

/** Output of a virtual printer whose home is on this server; opens it first. @throws 403, 404, 503 */
export const readVirtualRollHere = async ({
  ctx,
  memberId,
  input,
}: RollRequest): Promise<CallOutput<'virtualRoll'>> => {
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtualPrinters(ctx);
  // The home may have moved while the call was under way.
  if (!(await locateVirtualHome(ctx, client)).isHere) throw createBusyError(RETRY_S);
  await startVirtualPrinterHere(ctx, client);
  return virtual.readRoll(client.id, input.after);
};

/** Output of a member's virtual printer; opens it first. @throws 403, 404, 503 */
export const readVirtualRoll = async (request: RollRequest): Promise<CallOutput<'virtualRoll'>> => {
  const { ctx, memberId, input } = request;
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const place = await locateVirtualHome(ctx, client);
  if (place.isHere || !ctx.nodes) return readVirtualRollHere(request);
  return ctx.nodes.call(place.nodeId, 'virtual-roll', {
    clientId: client.id,
    memberId,
    after: input.after,
  });
};
