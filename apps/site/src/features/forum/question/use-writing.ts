import { useRef, useState } from 'react';
import type { Reply } from '../types.ts';
import { addReply, updateReply } from './thread.ts';
import { useReplyEditing } from './use-editing.ts';
import type { QuestionActions } from './use-question-actions.ts';
import type { Question } from './use-question.ts';

/** The new answer: the reply that it answers, if any, and the text that it quotes. */
type Answer = { parent: Reply | null; quote: string };

const focusReply = (replyId: string): void => {
  requestAnimationFrame(() => document.getElementById(`reply-${replyId}`)?.focus());
};

/** Text selected within one reply; it is quoted in the answer. */
const getSelectedText = (replyId: string): string => {
  const selection = getSelection();
  const box = document.getElementById(`reply-${replyId}`);
  return selection && box?.contains(selection.anchorNode) ? selection.toString().trim() : '';
};

/** The answer being written and the reply being edited, with the actions to open, send and close each. */
export const useReplyWriting = (
  { thread, own, setOwn, change }: Question,
  acts: QuestionActions,
) => {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [editing, setEditing] = useReplyEditing(thread, own);
  /** Button that opens the answer's form. */
  const opener = useRef<HTMLButtonElement>(null);
  const closeAnswer = (): void => {
    setAnswer(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const showNewReply = (reply: Reply): void => {
    setAnswer(null);
    change((thread) => addReply(thread, reply));
    setOwn((current) => current && { ...current, myReplies: [...current.myReplies, reply.id] });
    acts.setSaid(reply.state === 'review' ? '已收下，审核通过以后大家才看得到' : '回答已发布');
    focusReply(reply.id);
  };
  const replaceReply = (reply: Reply): void => {
    setEditing(null);
    change((thread) => updateReply(thread, reply.id, () => reply));
    acts.setSaid(reply.state === 'review' ? '已保存，审核通过以后大家才看得到' : '已保存');
    focusReply(reply.id);
  };
  return {
    answer,
    opener,
    writeAnswer: () => setAnswer({ parent: null, quote: '' }),
    answerReply: (reply: Reply) => setAnswer({ parent: reply, quote: getSelectedText(reply.id) }),
    cancelAnswer: () => setAnswer(null),
    closeAnswer,
    showNewReply,
    editing,
    edit: setEditing,
    cancelEdit: () => setEditing(null),
    closeEdit: (replyId: string) => {
      setEditing(null);
      focusReply(replyId);
    },
    replaceReply,
  };
};

export type Writing = ReturnType<typeof useReplyWriting>;
