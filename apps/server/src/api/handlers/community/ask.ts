import {
  acceptReply,
  deleteOwnEntry,
  setPostFollowed,
  listQuestionGroups,
  loadForumStartPage,
  setEntryLiked,
  getOwnPostRelation,
  getPostDetails,
  listPosts,
  saveReply,
  listPostReplies,
  reportEntry,
  savePost,
  findSimilarPosts,
  getEntrySource,
  type Context,
  renderPost,
} from '@yunbiao/services';
import type { AreaHandlers, Caller, MemberCaller } from '../../handler.ts';
import { requireSoftware, requireUsableSoftware } from '../require-software.ts';

/**
 * Returns the signed-in member, null for others. Authors see their own posts that wait for review.
 */
const getViewerId = (caller: Caller): number | null => caller.signedIn?.member.id ?? null;

/** Returns the member who reads, or deletes an own post, and the software of the call. */
const requireMemberInSoftware = (caller: MemberCaller) => ({
  softwareId: requireSoftware(caller).id,
  memberId: caller.signedIn.member.id,
});

/**
 * For posts that others see.
 * @throws 403 if the software is offline or the member is suspended there
 */
const requireUnsuspendedMemberInSoftware = async (ctx: Context, caller: MemberCaller) => ({
  softwareId: (await requireUsableSoftware(ctx, caller)).id,
  memberId: caller.signedIn.member.id,
});

export const askHandlers: AreaHandlers<'ask'> = {
  askIndex: ({ ctx, software, caller }) =>
    loadForumStartPage({ ctx, softwareId: software.id, memberId: getViewerId(caller) }),
  askGroupList: ({ ctx, software }) => listQuestionGroups({ ctx, softwareId: software.id }),
  askPostList: ({ ctx, software, input }) => listPosts({ ctx, softwareId: software.id, input }),
  askPostDetails: ({ ctx, software, input, caller }) =>
    getPostDetails({ ctx, software, memberId: getViewerId(caller), id: Number(input.id) }),
  askPostReplyList: ({ ctx, software, input, caller }) =>
    listPostReplies({ ctx, softwareId: software.id, memberId: getViewerId(caller), input }),
  askSimilar: ({ ctx, software, input }) =>
    findSimilarPosts({ ctx, softwareId: software.id, title: input.title }),
  askOwn: async ({ ctx, input, caller }) =>
    getOwnPostRelation({ ctx, eyes: requireMemberInSoftware(caller), input }),
  askSource: async ({ ctx, input, caller }) =>
    getEntrySource({ ctx, eyes: requireMemberInSoftware(caller), target: input }),
  askPreview: ({ input }) => Promise.resolve({ html: renderPost(input.content) }),
  askSavePost: async ({ ctx, input, caller }) => {
    const software = await requireUsableSoftware(ctx, caller);
    return savePost({ ctx, software, member: caller.signedIn.member, input });
  },
  askPostReply: async ({ ctx, input, caller }) => {
    const software = await requireUsableSoftware(ctx, caller);
    return saveReply({ ctx, software, member: caller.signedIn.member, input });
  },
  askDelete: async ({ ctx, input, caller }) =>
    deleteOwnEntry({ ctx, eyes: requireMemberInSoftware(caller), target: input }),
  askAccept: async ({ ctx, input, caller }) => {
    const replyId = input.replyId === undefined ? null : Number(input.replyId);
    const eyes = await requireUnsuspendedMemberInSoftware(ctx, caller);
    return acceptReply({ ctx, eyes, postId: Number(input.postId), replyId });
  },
  askLike: async ({ ctx, input, caller }) =>
    setEntryLiked({
      ctx,
      eyes: await requireUnsuspendedMemberInSoftware(ctx, caller),
      target: input,
      on: input.on,
    }),
  askFollow: async ({ ctx, input, caller }) =>
    setPostFollowed({
      ctx,
      eyes: await requireUnsuspendedMemberInSoftware(ctx, caller),
      postId: Number(input.postId),
      on: input.on,
    }),
  askReport: async ({ ctx, input, caller }) => {
    const { reason, detail } = input;
    const eyes = await requireUnsuspendedMemberInSoftware(ctx, caller);
    return reportEntry({ ctx, eyes, target: input, reason, detail });
  },
};
