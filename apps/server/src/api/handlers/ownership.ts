import type { Whose } from '@yunbiao/services';
import type { MemberCaller } from '../handler.ts';

export const getCallerMemberId = (caller: MemberCaller): number => caller.signedIn.member.id;

/**
 * Batches belong to a member in a software. Outside a software, all batches of the member are
 * selected.
 */
export const getBatchOwnership = ({ signedIn, software }: MemberCaller): Whose => ({
  memberId: signedIn.member.id,
  softwareId: software?.id ?? null,
});
