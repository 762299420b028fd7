import {
  type Context,
  createNotFoundError,
  refuseSuspendedMember,
  requireOnlineSoftware,
  type SoftwareRow,
} from '@yunbiao/services';
import type { Caller, MemberCaller } from '../handler.ts';

/** Returns the software of a call. @throws 404 when the call is made outside a software */
export const requireSoftware = ({ software }: Caller): SoftwareRow => {
  if (!software) throw createNotFoundError('没有这款软件');
  return software;
};

/**
 * The software of the call, for actions that need a software online and a member not suspended.
 * @throws 404 outside a software; 403 with the reason if it is offline or the member is suspended
 *   there
 */
export const requireUsableSoftware = async (
  ctx: Context,
  caller: MemberCaller,
): Promise<SoftwareRow> => {
  const software = requireSoftware(caller);
  requireOnlineSoftware(software);
  await refuseSuspendedMember(ctx.db.kysely, {
    memberId: caller.signedIn.member.id,
    softwareId: software.id,
  });
  return software;
};
