import {
  getDigestInfo,
  setDigestWanted,
  getUnreadNoticeCount,
  listOwnNotices,
  markNoticesRead,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const noticeHandlers: AreaHandlers<'notice'> = {
  digestInfo: ({ ctx, caller }) => getDigestInfo({ ctx, memberId: caller.signedIn.member.id }),
  digestSet: ({ ctx, input: { wanted }, caller }) =>
    setDigestWanted({ ctx, memberId: caller.signedIn.member.id, wanted }),
  noticeList: ({ ctx, input, caller }) =>
    listOwnNotices({ ctx, memberId: caller.signedIn.member.id, input }),
  noticeCount: ({ ctx, caller }) =>
    getUnreadNoticeCount({ ctx, memberId: caller.signedIn.member.id }),
  noticeRead: ({ ctx, input, caller }) =>
    markNoticesRead({
      ctx,
      memberId: caller.signedIn.member.id,
      id: input.id === undefined ? null : Number(input.id),
      postId: input.postId ?? null,
    }),
};
