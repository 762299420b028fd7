import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { type MouseEvent, type RefObject, useRef } from 'react';
import type { Post } from '../types.ts';
import type { ReplyViewProps } from './reply-view.tsx';
import { ReplyView } from './reply-view.tsx';
import css from './question.module.css';
import type { Question } from './use-question.ts';

type ThreadViewProps = Omit<ReplyViewProps, 'reply' | 'isInView' | 'isWanted' | 'editor'> & {
  question: Question;
  wanted: string | null;
  isLater: boolean;
  getEditor: (replyId: string) => ReplyViewProps['editor'];
  onSaid: (text: string) => void;
};

/** The accepted answer is shown only at the top. A line at its original position links to it. */
const AcceptedReplyPlaceholder = ({ id, nickname }: { id: string; nickname: string }) => (
  <p className={css.moved}>
    {nickname}的回答已采纳，
    <a className="link" href={`#reply-${id}`}>
      放在最上面了
    </a>
  </p>
);

/** Link to the start of the thread. `before`: number of replies before the first one in view. */
const EarlierReplies = ({ alias, id, before }: { alias: string; id: string; before: number }) => (
  <p className={css.before}>
    <Link className="link" to="/$soft/qa/{$id}.html" params={{ soft: alias, id }} hash="replies">
      {before > 0 ? `前面还有 ${formatCount(before)} 条` : '从头看'}
    </Link>
  </p>
);

const NoReplies = ({ isMine }: { isMine: boolean }) => (
  <p className={`medium quiet ${css.none}`}>
    {isMine
      ? '有人回答时会通知你。想起什么，可以编辑问题补上。'
      : '知道的话请写一个。关注这个问题，有人回答时会通知你。'}
  </p>
);

/** Moves the focus to the first new reply when the link that had it was removed. */
const focusFirstReply = (ids: readonly string[], list: HTMLElement | null): void => {
  const replies = ids.map((id) => document.getElementById(`reply-${id}`));
  if (document.activeElement === document.body)
    replies.find((reply) => list?.contains(reply))?.focus({ preventScroll: true });
};

type MoreRepliesProps = {
  alias: string;
  question: Question;
  nextId: string;
  list: RefObject<HTMLElement | null>;
  onSaid: (text: string) => void;
};

/** Link to the next replies, which appends them to the list. */
const MoreReplies = ({ alias, question, nextId, list, onSaid }: MoreRepliesProps) => {
  const { thread, busy, more } = question;
  const loadMoreReplies = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const addedIds = await more();
    if (addedIds === null) return;
    onSaid(`又列出 ${addedIds.length} 个回答`);
    requestAnimationFrame(() => focusFirstReply(addedIds, list.current));
  };
  return (
    <p className={css.more}>
      <Link
        className="button"
        to="/$soft/qa/{$id}.html"
        params={{ soft: alias, id: thread.post.id }}
        search={{ lastId: nextId }}
        preload={false}
        aria-busy={busy}
        onClick={(event) => void loadMoreReplies(event)}
      >
        {busy ? '正在列出…' : '更多回复'}
      </Link>
    </p>
  );
};

const formatReplyCountHeading = ({ replyCount }: Post): string =>
  replyCount > 0 ? `${formatCount(replyCount)} 个回答` : '还没有人回答';

/** The accepted answer, then all replies in order of time. */
export const ThreadView = (props: ThreadViewProps) => {
  const { alias, question, wanted, isLater, getEditor, onSaid, ...rest } = props;
  const { post, replies, before, nextId } = question.thread;
  const list = useRef<HTMLDivElement>(null);
  const ids = new Set(replies.map(({ id }) => id));
  const renderReply = (reply: ReplyViewProps['reply']) => (
    <ReplyView
      key={reply.id}
      {...rest}
      alias={alias}
      reply={reply}
      isInView={(id) => ids.has(id) || post.accepted?.id === id}
      isWanted={reply.id === wanted}
      editor={getEditor(reply.id)}
    />
  );
  return (
    <section aria-labelledby="replies">
      <h2 className={css.heading} id="replies">
        {formatReplyCountHeading(post)}
      </h2>
      {post.replyCount === 0 && replies.length === 0 && (
        <NoReplies isMine={rest.own?.mine ?? false} />
      )}
      {post.accepted && renderReply(post.accepted)}
      {(before > 0 || isLater) && <EarlierReplies alias={alias} id={post.id} before={before} />}
      <div ref={list}>
        {replies.map((reply) =>
          reply.id === post.accepted?.id ? (
            <AcceptedReplyPlaceholder
              key={reply.id}
              id={reply.id}
              nickname={reply.author.nickname}
            />
          ) : (
            renderReply(reply)
          ),
        )}
      </div>
      {nextId !== null && <MoreReplies {...{ alias, question, nextId, list, onSaid }} />}
    </section>
  );
};
