import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { locateOwnHome, openOwnHome } from './get-virtual.ts';

type SwitchRequest = MemberScope & { input: CallParsed<'virtualSwitch'> };

/** Simulates a fault of a virtual printer whose home is on this server. @throws 403, 404, 503 */
export const setVirtualFaultHere = async ({
  ctx,
  memberId,
  input,
}: SwitchRequest): Promise<CallOutput<'virtualSwitch'>> => {
  const id = Number(input.id);
  const virtual = await openOwnHome(ctx, { id, memberId });
  return virtual.set(id, input.name, input.on);
};

/**
 * Simulates a fault of the virtual printer or ends it: no paper, open cover, slow printing,
 * unplugged.
 * @throws 403, 404, 503
 */
export const setVirtualFault = async (
  request: SwitchRequest,
): Promise<CallOutput<'virtualSwitch'>> => {
  const { ctx, memberId, input } = request;
  const clientId = Number(input.id);
  const place = await locateOwnHome(ctx, { id: clientId, memberId });
  if (place.isHere || !ctx.nodes) return setVirtualFaultHere(request);
  const { name, on } = input;
  return ctx.nodes.call(place.nodeId, 'virtual-switch', { clientId, memberId, name, on });
};
