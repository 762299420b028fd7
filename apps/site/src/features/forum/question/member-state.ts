import type { MemberState } from '../types.ts';

/** State of a member without any action on the question. */
const NOTHING: MemberState = {
  mine: false,
  liked: false,
  followed: false,
  myReplies: [],
  likedReplies: [],
};

const setIdInList = (list: readonly string[], id: string, on: boolean): string[] =>
  on ? [...list.filter((otherId) => otherId !== id), id] : list.filter((otherId) => otherId !== id);

/** Whether the member likes a reply. `replyId`: null for the question itself. */
export const isLiked = (memberState: MemberState | null, replyId: string | null): boolean =>
  replyId === null
    ? (memberState?.liked ?? false)
    : (memberState?.likedReplies.includes(replyId) ?? false);

export const setLikedState = (
  memberState: MemberState | null,
  replyId: string | null,
  on: boolean,
): MemberState => {
  const currentOwn = memberState ?? NOTHING;
  return replyId === null
    ? { ...currentOwn, liked: on }
    : { ...currentOwn, likedReplies: setIdInList(currentOwn.likedReplies, replyId, on) };
};

export const setFollowedState = (memberState: MemberState | null, on: boolean): MemberState => ({
  ...(memberState ?? NOTHING),
  followed: on,
});
