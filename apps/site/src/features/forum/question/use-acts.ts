import { useRouter } from '@tanstack/react-router';
import { confirm } from '@yunbiao/ui/ask.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { useCallback, useRef, useState } from 'react';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { useMemberAct } from '../member-act.ts';
import type { Own, Reply } from '../types.ts';
import { type Thread, withAccepted, withoutReply, withReply } from './thread.ts';
import type { useQuestion } from './use-question.ts';

type Question = ReturnType<typeof useQuestion>;

const NOTHING: Own = {
  mine: false,
  liked: false,
  followed: false,
  myReplies: [],
  likedReplies: [],
};

const toggled = (list: readonly string[], id: string, on: boolean): string[] =>
  on ? [...list.filter((one) => one !== id), id] : list.filter((one) => one !== id);

const likedIn = (own: Own | null, replyId: string | null): boolean =>
  replyId === null ? (own?.liked ?? false) : (own?.likedReplies.includes(replyId) ?? false);

const setLiked = (own: Own | null, replyId: string | null, on: boolean): Own => {
  const now = own ?? NOTHING;
  return replyId === null
    ? { ...now, liked: on }
    : { ...now, likedReplies: toggled(now.likedReplies, replyId, on) };
};

const setLikes = (thread: Thread, replyId: string | null, to: (count: number) => number): Thread =>
  replyId === null
    ? { ...thread, post: { ...thread.post, likeCount: to(thread.post.likeCount) } }
    : withReply(thread, replyId, (reply) => ({ ...reply, likeCount: to(reply.likeCount) }));

/** What a member does with one press: shown at once, taken back when the server refuses. */
export const useActs = (alias: string, question: Question) => {
  const api = useApi();
  const router = useRouter();
  const memberAct = useMemberAct();
  const { thread, own, setOwn, change } = question;
  const postId = thread.post.id;
  const [said, setSaid] = useState('');
  const latest = useRef({ own, thread });
  latest.current = { own, thread };
  const busy = useRef(new Set<string>());
  /** One press of a button at a time. */
  const once = useCallback(async (key: string, act: () => Promise<void>): Promise<void> => {
    if (busy.current.has(key)) return;
    busy.current.add(key);
    try {
      await act();
    } finally {
      busy.current.delete(key);
    }
  }, []);

  const like = (replyId: string | null): void => {
    const on = !likedIn(own, replyId);
    const press = async (): Promise<void> => {
      setOwn((now) => setLiked(now, replyId, on));
      change((was) => setLikes(was, replyId, (count) => count + (on ? 1 : -1)));
      const target = replyId === null ? { postId } : { replyId };
      const reply = await api.call('askLike', { ...target, on });
      if (reply.state === 'ok') {
        change((was) => setLikes(was, replyId, () => reply.data.likeCount));
        return;
      }
      setOwn((now) => setLiked(now, replyId, !on));
      change((was) => setLikes(was, replyId, (count) => count - (on ? 1 : -1)));
      sayFailure(reply);
    };
    memberAct(() => void once(`like ${replyId}`, press));
  };

  const follow = (): void => {
    const on = !own?.followed;
    const press = async (): Promise<void> => {
      setOwn((now) => ({ ...(now ?? NOTHING), followed: on }));
      const reply = await api.call('askFollow', { postId, on });
      if (reply.state === 'ok') return setSaid(on ? '已关注，有新回答会通知你' : '已取消关注');
      setOwn((now) => ({ ...(now ?? NOTHING), followed: !on }));
      sayFailure(reply);
    };
    memberAct(() => void once('follow', press));
  };

  const accept = (reply: Reply | null): void => {
    const press = async (): Promise<void> => {
      const before = latest.current.thread.post.accepted;
      change((was) => withAccepted(was, reply));
      const answer = await api.call('askAccept', {
        postId,
        ...(reply ? { replyId: reply.id } : {}),
      });
      if (answer.state === 'ok') return setSaid(reply ? '已采纳，放在最上面了' : '已撤回采纳');
      change((was) => withAccepted(was, before));
      sayFailure(answer);
    };
    void once('accept', press);
  };

  const removeReply = async (reply: Reply): Promise<void> => {
    const sure = await confirm({
      title: '删除这条回复？',
      message: '回复和别人给它的赞都会没有，不能恢复。',
      ...(reply.accepted ? { detail: '它是已采纳的回答，删除后问题又是待解决。' } : {}),
      confirmText: '删除回复',
      danger: true,
    });
    if (!sure) return;
    const answer = await api.call('askDelete', { replyId: reply.id });
    if (answer.state === 'fail') return sayFailure(answer);
    change((was) => withoutReply(was, reply.id));
    toast.success('回复已删除');
  };

  const removePost = async (): Promise<void> => {
    const { replyCount } = latest.current.thread.post;
    const sure = await confirm({
      title: '删除这个问题？',
      message:
        replyCount > 0
          ? `问题和它的 ${replyCount} 个回答都不再显示，不能恢复。`
          : '删除后不能恢复。',
      confirmText: '删除问题',
      danger: true,
    });
    if (!sure) return;
    const answer = await api.call('askDelete', { postId });
    if (answer.state === 'fail') return sayFailure(answer);
    toast.success('问题已删除');
    await router.navigate({ to: '/$soft/qa', params: { soft: alias } });
  };

  return { like, follow, accept, removeReply, removePost, memberAct, said, setSaid };
};

export type Acts = ReturnType<typeof useActs>;
export { likedIn };
