import { digestInfo, digestSet, noticeCount, noticeList, noticeRead } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';

export const noticeHandlers: AreaHandlers<'notice'> = {
  digestInfo: ({ ctx, caller }) => digestInfo({ ctx, memberId: caller.signedIn.member.id }),
  digestSet: ({ ctx, input: { wanted }, caller }) =>
    digestSet({ ctx, memberId: caller.signedIn.member.id, wanted }),
  noticeList: ({ ctx, input, caller }) =>
    noticeList({ ctx, memberId: caller.signedIn.member.id, input }),
  noticeCount: ({ ctx, caller }) => noticeCount({ ctx, memberId: caller.signedIn.member.id }),
  noticeRead: ({ ctx, input, caller }) =>
    noticeRead({
      ctx,
      memberId: caller.signedIn.member.id,
      id: input.id === undefined ? null : Number(input.id),
      postId: input.postId ?? null,
    }),
};
