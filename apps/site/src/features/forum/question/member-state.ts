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
  on ? [...list.filter((other) => other !== id), id] : list.filter((other) => other !== id);

/** `replyId`: null for the question itself. */
export const isLiked = (own: MemberState | null, replyId: string | null): boolean =>
  replyId === null ? (own?.liked ?? false) : (own?.likedReplies.includes(replyId) ?? false);

export const setLikedState = (
  own: MemberState | null,
  replyId: string | null,
  on: boolean,
): MemberState => {
  const currentOwn = own ?? NOTHING;
  return replyId === null
    ? { ...currentOwn, liked: on }
    : { ...currentOwn, likedReplies: setIdInList(currentOwn.likedReplies, replyId, on) };
};

export const setFollowedState = (own: MemberState | null, on: boolean): MemberState => ({
  ...(own ?? NOTHING),
  followed: on,
});
