import { useRouter } from '@tanstack/react-router';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { useCallback, useRef, useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { useRunAsMember } from '../run-as-member.ts';
import type { Reply } from '../types.ts';
import { isLiked, setFollowedState, setLikedState } from './member-state.ts';
import {
  replaceAcceptedReply,
  removeReply as removeFromThread,
  updateLikeCount,
} from './thread.ts';
import type { Question } from './use-question.ts';

/** Data of the page that actions change, and the text that is announced. */
type Page = Pick<Question, 'setOwn' | 'change'> & {
  api: ReturnType<typeof useApi>;
  postId: string;
  setSaid: (text: string) => void;
};

/** Sends a like or takes it back. `replyId`: null for the question itself. */
const sendLike = async (page: Page, replyId: string | null, on: boolean): Promise<void> => {
  const { api, postId, setOwn, change } = page;
  setOwn((now) => setLikedState(now, replyId, on));
  change((thread) => updateLikeCount(thread, replyId, (count) => count + (on ? 1 : -1)));
  const target = replyId === null ? { postId } : { replyId };
  const reply = await api.call('askLike', { ...target, on });
  if (reply.state === 'ok') {
    change((thread) => updateLikeCount(thread, replyId, () => reply.data.likeCount));
    return;
  }
  setOwn((now) => setLikedState(now, replyId, !on));
  change((thread) => updateLikeCount(thread, replyId, (count) => count - (on ? 1 : -1)));
  showFailure(reply);
};

const sendFollow = async (page: Page, on: boolean): Promise<void> => {
  const { api, postId, setOwn, setSaid } = page;
  setOwn((now) => setFollowedState(now, on));
  const reply = await api.call('askFollow', { postId, on });
  if (reply.state === 'ok') return setSaid(on ? '已关注，有新回答会通知你' : '已取消关注');
  setOwn((now) => setFollowedState(now, !on));
  showFailure(reply);
};

/** `reply`: null revokes the acceptance. `before`: the reply accepted until now. */
const sendAccept = async (page: Page, reply: Reply | null, before: Reply | null): Promise<void> => {
  const { api, postId, change, setSaid } = page;
  change((thread) => replaceAcceptedReply(thread, reply));
  const answer = await api.call('askAccept', {
    postId,
    ...(reply ? { replyId: reply.id } : {}),
  });
  if (answer.state === 'ok') return setSaid(reply ? '已采纳，放在最上面了' : '已撤回采纳');
  change((thread) => replaceAcceptedReply(thread, before));
  showFailure(answer);
};

const deleteReply = async ({ api, change }: Page, reply: Reply): Promise<void> => {
  const isConfirmed = await showConfirmDialog({
    title: '删除这条回复？',
    message: '回复和别人给它的赞都会没有，不能恢复。',
    ...(reply.accepted ? { detail: '它是已采纳的回答，删除后问题又是待解决。' } : {}),
    confirmText: '删除回复',
    danger: true,
  });
  if (!isConfirmed) return;
  const answer = await api.call('askDelete', { replyId: reply.id });
  if (answer.state === 'fail') return showFailure(answer);
  change((thread) => removeFromThread(thread, reply.id));
  toast.success('回复已删除');
};

const deletePost = async (
  { api, postId }: Page,
  replyCount: number,
  onDeleted: () => Promise<void>,
): Promise<void> => {
  const isConfirmed = await showConfirmDialog({
    title: '删除这个问题？',
    message:
      replyCount > 0 ? `问题和它的 ${replyCount} 个回答都不再显示，不能恢复。` : '删除后不能恢复。',
    confirmText: '删除问题',
    danger: true,
  });
  if (!isConfirmed) return;
  const answer = await api.call('askDelete', { postId });
  if (answer.state === 'fail') return showFailure(answer);
  toast.success('问题已删除');
  await onDeleted();
};

/** Returns a runner that ignores a repeated press while the action with the same key is running. */
const useRunOncePerKey = () => {
  const busy = useRef(new Set<string>());
  return useCallback(async (key: string, act: () => Promise<void>): Promise<void> => {
    if (busy.current.has(key)) return;
    busy.current.add(key);
    try {
      await act();
    } finally {
      busy.current.delete(key);
    }
  }, []);
};

/** Actions of a member. The result is shown immediately and reverted when the server refuses. */
export const useQuestionActions = (alias: string, question: Question) => {
  const api = useApi();
  const router = useRouter();
  const runAsMember = useRunAsMember();
  const { thread, own, setOwn, change } = question;
  const [statusText, setSaid] = useState('');
  const latest = useRef(thread);
  latest.current = thread;
  const runOnce = useRunOncePerKey();
  const page: Page = { api, postId: thread.post.id, setOwn, change, setSaid };

  const toggleLike = (replyId: string | null): void => {
    const on = !isLiked(own, replyId);
    runAsMember(() => void runOnce(`like ${replyId}`, () => sendLike(page, replyId, on)));
  };
  const toggleFollow = (): void => {
    const on = !own?.followed;
    runAsMember(() => void runOnce('follow', () => sendFollow(page, on)));
  };
  const toggleAccepted = (reply: Reply | null): void => {
    void runOnce('accept', () => sendAccept(page, reply, latest.current.post.accepted));
  };
  const removeReply = (reply: Reply): Promise<void> => deleteReply(page, reply);
  const removePost = (): Promise<void> =>
    deletePost(page, latest.current.post.replyCount, () =>
      router.navigate({ to: '/$soft/qa', params: { soft: alias } }),
    );
  return {
    like: toggleLike,
    follow: toggleFollow,
    accept: toggleAccepted,
    removeReply,
    removePost,
    runAsMember,
    said: statusText,
    setSaid,
  };
};

export type QuestionActions = ReturnType<typeof useQuestionActions>;
