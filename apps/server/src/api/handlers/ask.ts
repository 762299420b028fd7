import {
  askAccept,
  askDelete,
  askFollow,
  askGroupList,
  askIndex,
  askLike,
  askOwn,
  askPostDetails,
  askPostList,
  askPostReply,
  askPostReplyList,
  askReport,
  askSavePost,
  askSource,
  type Context,
  digestInfo,
  digestSet,
  noticeCount,
  noticeList,
  noticeRead,
  renderPost,
} from '@yunbiao/services';
import type { Caller, Handlers, MemberCaller } from '../handler.ts';
import { requireSoftware, requireUsableSoftware } from './require-software.ts';

/** Only for what waits for review: its author sees it. */
const viewer = (caller: Caller): number | null => caller.signedIn?.member.id ?? null;

/** For reading, and for taking back what one wrote. */
const ownEyes = (caller: MemberCaller) => ({
  softwareId: requireSoftware(caller).id,
  memberId: caller.signedIn.member.id,
});

/** For what others see. @throws 403 when the software is offline or the member is suspended there */
const activeEyes = async (ctx: Context, caller: MemberCaller) => ({
  softwareId: (await requireUsableSoftware(ctx, caller)).id,
  memberId: caller.signedIn.member.id,
});

const reading = {
  askIndex: ({ ctx, software, caller }) =>
    askIndex({ ctx, softwareId: software.id, memberId: viewer(caller) }),
  askGroupList: ({ ctx, software }) => askGroupList({ ctx, softwareId: software.id }),
  askPostList: ({ ctx, software, input }) => askPostList({ ctx, softwareId: software.id, input }),
  askPostDetails: ({ ctx, software, input, caller }) =>
    askPostDetails({ ctx, software, memberId: viewer(caller), id: Number(input.id) }),
  askPostReplyList: ({ ctx, software, input, caller }) =>
    askPostReplyList({ ctx, softwareId: software.id, memberId: viewer(caller), input }),
  askOwn: async ({ ctx, input, caller }) => askOwn({ ctx, eyes: ownEyes(caller), input }),
  askSource: async ({ ctx, input, caller }) =>
    askSource({ ctx, eyes: ownEyes(caller), target: input }),
  askPreview: ({ input }) => Promise.resolve({ html: renderPost(input.content) }),
} satisfies Partial<Handlers>;

const writing = {
  askSavePost: async ({ ctx, input, caller }) => {
    const software = await requireUsableSoftware(ctx, caller);
    return askSavePost({ ctx, software, member: caller.signedIn.member, input });
  },
  askPostReply: async ({ ctx, input, caller }) => {
    const software = await requireUsableSoftware(ctx, caller);
    return askPostReply({ ctx, software, member: caller.signedIn.member, input });
  },
  askDelete: async ({ ctx, input, caller }) =>
    askDelete({ ctx, eyes: ownEyes(caller), target: input }),
  askAccept: async ({ ctx, input, caller }) => {
    const replyId = input.replyId === undefined ? null : Number(input.replyId);
    const eyes = await activeEyes(ctx, caller);
    return askAccept({ ctx, eyes, postId: Number(input.postId), replyId });
  },
  askLike: async ({ ctx, input, caller }) =>
    askLike({ ctx, eyes: await activeEyes(ctx, caller), target: input, on: input.on }),
  askFollow: async ({ ctx, input, caller }) =>
    askFollow({
      ctx,
      eyes: await activeEyes(ctx, caller),
      postId: Number(input.postId),
      on: input.on,
    }),
  askReport: async ({ ctx, input, caller }) => {
    const { reason, detail } = input;
    const eyes = await activeEyes(ctx, caller);
    return askReport({ ctx, eyes, target: input, reason, detail });
  },
} satisfies Partial<Handlers>;

const notices = {
  noticeList: ({ ctx, input, caller }) =>
    noticeList({ ctx, memberId: caller.signedIn.member.id, input }),
  digestInfo: ({ ctx, caller }) => digestInfo({ ctx, memberId: caller.signedIn.member.id }),
  digestSet: ({ ctx, input: { wanted }, caller }) =>
    digestSet({ ctx, memberId: caller.signedIn.member.id, wanted }),
  noticeCount: ({ ctx, caller }) => noticeCount({ ctx, memberId: caller.signedIn.member.id }),
  noticeRead: ({ ctx, input, caller }) =>
    noticeRead({
      ctx,
      memberId: caller.signedIn.member.id,
      id: input.id === undefined ? null : Number(input.id),
      postId: input.postId ?? null,
    }),
} satisfies Partial<Handlers>;

export const askHandlers = { ...reading, ...writing, ...notices };
