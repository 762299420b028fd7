import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { locateOwnHome, openOwnHome } from './get-virtual.ts';

type RollRequest = MemberScope & { input: CallParsed<'virtualRoll'> };

/** Output of a virtual printer whose home is on this server; opens it first. @throws 403, 404, 503 */
export const readVirtualRollHere = async ({
  ctx,
  memberId,
  input,
}: RollRequest): Promise<CallOutput<'virtualRoll'>> => {
  const id = Number(input.id);
  const virtual = await openOwnHome(ctx, { id, memberId });
  return virtual.readRoll(id, input.after);
};

/** Output of a member's virtual printer; opens it first. @throws 403, 404, 503 */
export const readVirtualRoll = async (request: RollRequest): Promise<CallOutput<'virtualRoll'>> => {
  const { ctx, memberId, input } = request;
  const clientId = Number(input.id);
  const place = await locateOwnHome(ctx, { id: clientId, memberId });
  if (place.isHere || !ctx.nodes) return readVirtualRollHere(request);
  const { after } = input;
  return ctx.nodes.call(place.nodeId, 'virtual-roll', { clientId, memberId, after });
};
