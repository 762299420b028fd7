import {
  type Context,
  notFound,
  refuseSuspended,
  requireOnline,
  type SoftwareRow,
} from '@yunbiao/services';
import type { Caller, MemberCaller } from '../handler.ts';

/** The software the call is made in. @throws 404 outside one */
export const requireSoftware = ({ software }: Caller): SoftwareRow => {
  if (!software) throw notFound('没有这款软件');
  return software;
};

/**
 * The software the call is made in, for what a member may do only in good standing.
 * @throws 404 outside a software; 403 with the reason when it is offline or the member is suspended there
 */
export const requireUsableSoftware = async (
  ctx: Context,
  caller: MemberCaller,
): Promise<SoftwareRow> => {
  const software = requireSoftware(caller);
  requireOnline(software);
  await refuseSuspended(ctx.db.kysely, {
    memberId: caller.signedIn.member.id,
    softwareId: software.id,
  });
  return software;
};
