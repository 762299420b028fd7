import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { ForumIcon } from '../icons.tsx';
import { ForumProse } from '../prose.tsx';
import type { MemberState, Post } from '../types.ts';
import css from './question.module.css';
import type { QuestionActions } from './use-question-actions.ts';

type PostViewProps = {
  alias: string;
  post: Post;
  own: MemberState | null;
  acts: QuestionActions;
  onReply: () => void;
  onReport: () => void;
};

/** The question with its actions. */
export const PostView = ({ alias, post, own, acts, onReply, onReport }: PostViewProps) => (
  <section aria-label="问题">
    {post.state === 'review' && (
      <p className={css.held} role="status">
        <Status kind="uncertain">
          <b>正在等人工审核</b>
        </Status>
        通过以后大家才看得到，现在只有你能看到。结果会通知你。
      </p>
    )}
    <ForumProse html={post.html} className={css.text} />
    <div className={css.acts}>
      {post.state === 'visible' && (
        <>
          <button
            type="button"
            className="bare"
            aria-pressed={own?.liked ?? false}
            disabled={own?.mine ?? false}
            onClick={() => acts.like(null)}
          >
            <ForumIcon name="like" />
            有同样问题 <span className={css.count}>{formatCount(post.likeCount)}</span>
          </button>
          <button
            type="button"
            className={`bare ${css.follow}`}
            aria-pressed={own?.followed ?? false}
            onClick={acts.follow}
          >
            {own?.followed ? '已关注' : '关注'}
          </button>
          <button type="button" className="bare" onClick={onReply}>
            回答
          </button>
        </>
      )}
      <span className={css.end}>
        {own?.mine ? (
          <>
            <Link
              className="bare"
              to="/$soft/qa/ask"
              params={{ soft: alias }}
              search={{ id: post.id }}
            >
              编辑
            </Link>
            <button type="button" className="bare" onClick={() => void acts.removePost()}>
              删除
            </button>
          </>
        ) : (
          <button type="button" className="bare" onClick={onReport}>
            举报
          </button>
        )}
      </span>
    </div>
  </section>
);
