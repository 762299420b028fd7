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

type SwitchRequest = MemberScope & { input: CallParsed<'virtualSwitch'> };

/** Simulates a fault of a virtual printer whose home is on this server. @throws 403, 404, 503 */
export const setVirtualFaultHere = async ({
  ctx,
  memberId,
  input,
}: SwitchRequest): Promise<CallOutput<'virtualSwitch'>> => {
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const virtual = requireVirtualPrinters(ctx);
  // The home may have moved while the call was under way.
  if (!(await locateVirtualHome(ctx, client)).isHere) throw createBusyError(RETRY_S);
  await startVirtualPrinterHere(ctx, client);
  return virtual.set(client.id, input.name, input.on);
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
  const client = await getVirtualClientOfMember(ctx, { id: Number(input.id), memberId });
  const place = await locateVirtualHome(ctx, client);
  if (place.isHere || !ctx.nodes) return setVirtualFaultHere(request);
  const { name, on } = input;
  return ctx.nodes.call(place.nodeId, 'virtual-switch', {
    clientId: client.id,
    memberId,
    name,
    on,
  });
};
