import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import { useRef, useState } from 'react';
import { onDemand } from '../../../kit/site/on-demand.ts';
import { Byline } from '../byline.tsx';
import { QuestionRows } from '../list/rows.tsx';
import type { QuestionData } from '../load-question.ts';
import type { Post, Reply } from '../types.ts';
import type { ComposerProps } from './composer.tsx';
import { PostView } from './post-view.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';
import css from './question.module.css';
import { withNewReply, withReply } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { useActs } from './use-acts.ts';
import { useEditing } from './use-editing.ts';
import { useQuestion } from './use-question.ts';
import { useSeen } from './use-seen.ts';

/** The editor and the dialog come with the first act that needs them: reading carries neither. */
const Composer = onDemand<ComposerProps>(async () => (await import('./composer.tsx')).Composer);
const ReportDialog = onDemand<ReportDialogProps>(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
);

const Head = ({ alias, post }: { alias: string; post: Post }) => (
  <div className="page-head">
    <div>
      <nav className="crumb" aria-label="所在位置">
        <Link to="/$soft/qa" params={{ soft: alias }}>
          问答
        </Link>
        <span aria-hidden="true">/</span>
        <Link to="/$soft/qa" params={{ soft: alias }} search={{ gid: post.gid }}>
          {post.groupName}
        </Link>
      </nav>
      <h1 className={css.title}>{post.title}</h1>
      <Byline author={post.author}>
        {post.solved && <span className="tag ok">已解决</span>}
        <Time at={post.createdAt} />
        {post.editedAt && <span>改过</span>}
      </Byline>
    </div>
  </div>
);

const Aside = ({ alias, post }: { alias: string; post: Post }) => (
  <aside className={css.aside}>
    {post.similar.length > 0 && (
      <section>
        <h2 className="section-title">相近的问题</h2>
        <QuestionRows posts={post.similar} label="相近的问题" brief />
      </section>
    )}
    <section>
      <h2 className="section-title">不是同一件事？</h2>
      <p className="medium quiet">写清楚现象、纸和打印机，答得最快。</p>
      <Link className="button" to="/$soft/qa/ask" params={{ soft: alias }}>
        提一个新问题
      </Link>
    </section>
  </aside>
);

type Writing = { parent: Reply | null; quote: string };
type Target = ReportDialogProps['target'];

/** What is selected inside one reply: it is quoted when answering. */
const selectedIn = (replyId: string): string => {
  const selection = getSelection();
  const box = document.getElementById(`reply-${replyId}`);
  return selection && box?.contains(selection.anchorNode) ? selection.toString().trim() : '';
};

/** A question with its answers: read, answer, accept, like, follow, report. */
export const QuestionPage = ({ alias, data }: { alias: string; data: QuestionData }) => {
  const question = useQuestion(alias, data);
  const acts = useActs(alias, question);
  const { thread, own, setOwn, change } = question;
  const { post } = thread;
  useSeen(post.id);
  const [writing, setWriting] = useState<Writing | null>(null);
  const [editing, setEditing] = useEditing(thread, own);
  const [reporting, setReporting] = useState<Target | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const stop = (): void => {
    setWriting(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const shared = { alias, postId: post.id, memberAct: acts.memberAct };
  const show = (replyId: string): void => {
    requestAnimationFrame(() => document.getElementById(`reply-${replyId}`)?.focus());
  };
  const opening = (
    <button
      ref={opener}
      type="button"
      className={`field-box ${css.open}`}
      aria-busy={writing !== null}
      onClick={() => setWriting({ parent: null, quote: '' })}
    >
      写回答…
    </button>
  );
  const sent = (reply: Reply): void => {
    setWriting(null);
    change((was) => withNewReply(was, reply));
    setOwn((was) => was && { ...was, myReplies: [...was.myReplies, reply.id] });
    acts.setSaid(reply.state === 'review' ? '已收下，审核通过以后大家才看得到' : '回答已发布');
    show(reply.id);
  };
  const changed = (reply: Reply): void => {
    setEditing(null);
    change((was) => withReply(was, reply.id, () => reply));
    acts.setSaid(reply.state === 'review' ? '已保存，审核通过以后大家才看得到' : '已保存');
    show(reply.id);
  };
  return (
    <main className="wrap">
      <Head alias={alias} post={post} />
      <div className={css.cols}>
        <div className={css.main}>
          <PostView
            alias={alias}
            post={post}
            own={own}
            acts={acts}
            onReply={() => setWriting({ parent: null, quote: '' })}
            onReport={() => acts.memberAct(() => setReporting({ postId: post.id }))}
          />
          {/* Until it is public nobody can answer it. */}
          {post.state === 'visible' && (
            <>
              <ThreadView
                alias={alias}
                question={question}
                own={own}
                acts={acts}
                wanted={data.wanted}
                isLater={data.isLater}
                onSaid={acts.setSaid}
                onReply={(reply) => setWriting({ parent: reply, quote: selectedIn(reply.id) })}
                onReport={(reply) => acts.memberAct(() => setReporting({ replyId: reply.id }))}
                onEdit={setEditing}
                getEditor={(replyId) =>
                  editing?.id === replyId ? (
                    <Composer
                      {...shared}
                      reply={editing}
                      waiting={<p className="medium faint">正在打开…</p>}
                      onGiveUp={() => setEditing(null)}
                      parent={null}
                      quote=""
                      onSent={changed}
                      onClose={() => {
                        setEditing(null);
                        show(replyId);
                      }}
                    />
                  ) : null
                }
              />
              <div className={css.write} id="write">
                {writing ? (
                  <Composer
                    {...shared}
                    {...writing}
                    reply={null}
                    waiting={opening}
                    onGiveUp={() => setWriting(null)}
                    onSent={sent}
                    onClose={stop}
                  />
                ) : (
                  opening
                )}
              </div>
            </>
          )}
          <p className="visually-hidden" role="status">
            {acts.said}
          </p>
        </div>
        <Aside alias={alias} post={post} />
      </div>
      {reporting && (
        <ReportDialog
          target={reporting}
          onGiveUp={() => setReporting(null)}
          onClose={() => setReporting(null)}
        />
      )}
    </main>
  );
};
