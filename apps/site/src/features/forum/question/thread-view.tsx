import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { type MouseEvent, useRef } from 'react';
import type { ReplyViewProps } from './reply-view.tsx';
import { ReplyView } from './reply-view.tsx';
import css from './question.module.css';
import type { useQuestion } from './use-question.ts';

type ThreadViewProps = Omit<ReplyViewProps, 'reply' | 'inView' | 'isWanted' | 'editor'> & {
  question: ReturnType<typeof useQuestion>;
  wanted: string | null;
  isLater: boolean;
  getEditor: (replyId: string) => ReplyViewProps['editor'];
  onSaid: (text: string) => void;
};

/** The accepted answer is shown once, on top; where it was written a line leads there. */
const MovedUp = ({ id, nickname }: { id: string; nickname: string }) => (
  <p className={css.moved}>
    {nickname}的回答已采纳，
    <a className="link" href={`#reply-${id}`}>
      放在最上面了
    </a>
  </p>
);

/** The accepted answer, then all replies in the order they were written. */
export const ThreadView = (props: ThreadViewProps) => {
  const { alias, question, wanted, isLater, getEditor, onSaid, ...rest } = props;
  const { own } = rest;
  const { thread, busy, more } = question;
  const { post, replies, before, nextId } = thread;
  const list = useRef<HTMLDivElement>(null);
  const ids = new Set(replies.map(({ id }) => id));
  const view = (reply: ReplyViewProps['reply']) => (
    <ReplyView
      key={reply.id}
      {...rest}
      alias={alias}
      reply={reply}
      inView={(id) => ids.has(id) || post.accepted?.id === id}
      isWanted={reply.id === wanted}
      editor={getEditor(reply.id)}
    />
  );
  const add = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const came = await more();
    if (came === null) return;
    onSaid(`又列出 ${came.length} 个回答`);
    requestAnimationFrame(() => {
      const first = came.map((id) => document.getElementById(`reply-${id}`));
      // The end of the list takes the link away: the reader goes on at the first new one.
      if (document.activeElement === document.body)
        first.find((reply) => list.current?.contains(reply))?.focus({ preventScroll: true });
    });
  };
  return (
    <section aria-labelledby="replies">
      <h2 className={css.heading} id="replies">
        {post.replyCount > 0 ? `${formatCount(post.replyCount)} 个回答` : '还没有人回答'}
      </h2>
      {post.replyCount === 0 && replies.length === 0 && (
        <p className={`medium quiet ${css.none}`}>
          {own?.mine
            ? '有人回答时会通知你。想起什么，可以编辑问题补上。'
            : '知道的话请写一个。关注这个问题，有人回答时会通知你。'}
        </p>
      )}
      {post.accepted && view(post.accepted)}
      {(before > 0 || isLater) && (
        <p className={css.before}>
          <Link
            className="link"
            to="/$soft/qa/{$id}.html"
            params={{ soft: alias, id: post.id }}
            hash="replies"
          >
            {before > 0 ? `前面还有 ${formatCount(before)} 条` : '从头看'}
          </Link>
        </p>
      )}
      <div ref={list}>
        {replies.map((reply) =>
          reply.id === post.accepted?.id ? (
            <MovedUp key={reply.id} id={reply.id} nickname={reply.author.nickname} />
          ) : (
            view(reply)
          ),
        )}
      </div>
      {nextId !== null && (
        <p className={css.more}>
          <Link
            className="button"
            to="/$soft/qa/{$id}.html"
            params={{ soft: alias, id: post.id }}
            search={{ lastId: nextId }}
            preload={false}
            aria-busy={busy}
            onClick={(event) => void add(event)}
          >
            {busy ? '正在列出…' : '更多回复'}
          </Link>
        </p>
      )}
    </section>
  );
};
