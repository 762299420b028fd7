import { bindShareCode, getInviter, getShareStatistics } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const shareHandlers: AreaHandlers<'share'> = {
  getUpUserInfo: ({ ctx, caller }) => getInviter({ ctx, memberId: caller.signedIn.member.id }),
  bindShareCode: ({ ctx, input: { shareCode }, caller }) =>
    bindShareCode({ ctx, memberId: caller.signedIn.member.id, shareCode }),
  shareStat: ({ ctx, caller }) => getShareStatistics({ ctx, memberId: caller.signedIn.member.id }),
};
