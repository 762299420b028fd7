import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { Byline } from '../byline.tsx';
import { QuestionRows } from '../list/rows.tsx';
import type { QuestionData } from '../load-question.ts';
import type { Post } from '../types.ts';
import { PostView } from './post-view.tsx';
import { AnswerForm, ReplyEditForm } from './reply-forms.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';
import css from './question.module.css';
import { ThreadView } from './thread-view.tsx';
import { useQuestionActions } from './use-question-actions.ts';
import { useQuestion } from './use-question.ts';
import { useMarkQuestionNoticesRead } from './use-mark-seen.ts';
import { useReplyWriting } from './use-writing.ts';

/** Loaded on first use, so that readers do not download it. */
const ReportDialog = createOnDemandComponent<ReportDialogProps>(
  async () => (await import('./report-dialog.tsx')).PostReportDialog,
);

const QuestionHeader = ({ alias, post }: { alias: string; post: Post }) => (
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

const QuestionSidebar = ({ alias, post }: { alias: string; post: Post }) => (
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

type Target = ReportDialogProps['target'];

/** A question with its answers: read, answer, accept, like, follow, report. */
export const QuestionPage = ({ alias, data }: { alias: string; data: QuestionData }) => {
  const question = useQuestion(alias, data);
  const acts = useQuestionActions(alias, question);
  const { thread, own } = question;
  const { post } = thread;
  useMarkQuestionNoticesRead(post.id);
  const writing = useReplyWriting(question, acts);
  const [reporting, setReporting] = useState<Target | null>(null);
  const openReportDialog = (target: Target): void => acts.runAsMember(() => setReporting(target));
  const shared = { alias, postId: post.id, runAsMember: acts.runAsMember, writing };
  return (
    <main className="wrap">
      <QuestionHeader alias={alias} post={post} />
      <div className={css.cols}>
        <div className={css.main}>
          <PostView
            alias={alias}
            post={post}
            own={own}
            acts={acts}
            onReply={writing.writeAnswer}
            onReport={() => openReportDialog({ postId: post.id })}
          />
          {/* A question under review cannot be answered. */}
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
                onReply={writing.answerReply}
                onReport={(reply) => openReportDialog({ replyId: reply.id })}
                onEdit={writing.edit}
                getEditor={(replyId) =>
                  writing.editing?.id === replyId ? (
                    <ReplyEditForm {...shared} reply={writing.editing} />
                  ) : null
                }
              />
              <AnswerForm {...shared} />
            </>
          )}
          <p className="visually-hidden" role="status">
            {acts.said}
          </p>
        </div>
        <QuestionSidebar alias={alias} post={post} />
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
